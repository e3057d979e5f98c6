"""What is said when a release needs a key, or could have a vault."""

from __future__ import annotations

from celosia import Message

TITLE = Message("app.secrets-title")
KEY_TITLE = Message("app.secrets-key-title")
KEY_WHY = Message("app.secrets-key-why")
KEY = Message("app.secrets-key")
NEW_KEY = Message("app.secrets-new-key")
LOAD_KEY = Message("app.secrets-load-key")
KEY_MADE = Message("app.secrets-key-made")
WRONG_KEY = Message("app.secrets-wrong-key")
VAULT_TITLE = Message("app.secrets-vault-title")
VAULT = Message("app.secrets-vault")
VAULT_WHY = Message("app.secrets-vault-why")
NO_VAULT = Message("app.secrets-no-vault")
PASSPHRASE = Message("app.secrets-passphrase")
AGAIN = Message("app.secrets-again")
SHORT = Message("app.secrets-short")
DIFFERENT = Message("app.secrets-different")
MAKE = Message("app.secrets-make")
TAKE_VAULT = Message("app.secrets-take-vault")
