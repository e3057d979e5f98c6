"""The REST interface, on FastAPI (extra `app`)."""

from celosia.web.rest.api import create_api
from celosia.web.rest.door import Caller, TokenAuthentication, authorities

__all__ = ["Caller", "TokenAuthentication", "authorities", "create_api"]
