"""One of everything that Celosía can be given, each in its file; their words lie in `locale`."""
