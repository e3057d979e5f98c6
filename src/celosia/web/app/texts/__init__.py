"""Everything the pages say, in English and Spanish: a file per step."""
