"""The REST interface, on FastAPI (extra `app`)."""

from celosia.shells.rest.api import create_api
from celosia.shells.rest.security import Authenticate, Person, TokenAuthentication

__all__ = ["Authenticate", "Person", "TokenAuthentication", "create_api"]
