"""Characters of a text replaced by a symbol, and what length and checksums still give away."""

from celosia.methods.techniques.masks.characters import Masking
from celosia.methods.techniques.masks.format_masking import FormatMasking

__all__ = ["FormatMasking", "Masking"]
