"""An address that holds a password is refused wherever one can be given, and kept nowhere."""

from __future__ import annotations

import pytest

import celosia
from celosia.core.address_secrets import refuse_secret
from celosia.errors import CelosiaError
from celosia.hierarchies import FromFile

SECRET = "Rosa7"
HOLDING = [
    f"mariadb://ana:{SECRET}@localhost/clinic#patients",
    f"mariadb://ana:{SECRET}/x@localhost/clinic#patients",
    f"mariadb://ana:{SECRET}#x@localhost/clinic#patients",
    f"mariadb://ana:{SECRET}?x@localhost/clinic#patients",
    f"mariadb://ana%3A{SECRET}@localhost/clinic#patients",
    f"mariadb://ana:{SECRET}@[broken/clinic#patients",
    f"postgresql://ana@localhost/clinic?password={SECRET}#patients",
    f"postgresql://ana@localhost/clinic?PassWord={SECRET}#patients",
    f"postgresql://ana@localhost/clinic?sslpassword={SECRET}#patients",
    f"postgresql://ana@localhost/clinic?passfile=/{SECRET}#patients",
    f"jdbc:mysql://ana:{SECRET}@localhost/clinic",
    f"other://ana:{SECRET}@localhost/clinic",
]
HOLDING_NONE = [
    "mariadb://ana@localhost/clinic#patients",
    "mariadb://localhost:3306/clinic?query=SELECT '@' AS sign",
    "postgresql://ana@[::1]:5432/clinic#patients",
    "postgresql://ana@localhost/clinic?sslkey=/key.pem#patients",
    "spark:?table=people",
    "C:/data/ana:1@home.csv",
    "data:2024@home.csv",
]


@pytest.mark.parametrize("address", HOLDING)
@pytest.mark.parametrize(
    "give",
    [
        pytest.param(celosia.read, id="read"),
        pytest.param(lambda address: celosia.Recipe(source=address), id="source"),
        pytest.param(lambda address: celosia.Recipe(output=address), id="output"),
        pytest.param(lambda address: celosia.Recipe(population=address), id="population"),
        pytest.param(
            lambda address: celosia.Recipe.from_toml(f'source = """{address}"""'), id="TOML"
        ),
        pytest.param(FromFile, id="hierarchy"),
    ],
)
def test_a_password_in_an_address_is_refused_and_not_repeated(give, address):
    with pytest.raises(CelosiaError) as refused:
        give(address)

    assert SECRET not in str(refused.value)


@pytest.mark.parametrize("address", HOLDING_NONE)
def test_other_addresses_are_taken(address):
    refuse_secret(address)


@pytest.mark.parametrize("address", HOLDING)
def test_a_project_keeps_nothing_of_it(tmp_path, address):
    from celosia.web.service import App

    with App(tmp_path, workers=1) as app:
        project = app.store.create("p")
        with pytest.raises(CelosiaError) as refused:
            project.connect(address)
        assert SECRET not in str(refused.value)
        assert project.source is None
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert SECRET.encode() not in kept
