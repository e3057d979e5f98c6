"""The REST interface, on FastAPI (extra `app`)."""

from celosia.web.rest.api import create_api
from celosia.web.rest.rest_guard import Authenticate, Person, TokenAuthentication

__all__ = ["Authenticate", "Person", "TokenAuthentication", "create_api"]
