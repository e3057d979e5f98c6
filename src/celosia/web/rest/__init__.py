"""The REST interface, on FastAPI (extra `app`)."""

from celosia.web.rest.api import create_api
from celosia.web.rest.rest_guard import Caller, TokenAuthentication

__all__ = ["Caller", "TokenAuthentication", "create_api"]
