"""Spanish for what the library says in English: sentences side by side, a file for each folder.

Who raises an error writes it once, in English. `CelosiaError.text("es")` looks here, by the words,
for the sentence that was meant; nothing of this is loaded before.
"""

from __future__ import annotations

from celosia.spanish.catalogue import in_spanish

__all__ = ["in_spanish"]
