from string import Formatter

import pytest

from celosia.core.schema import Role
from celosia.proposals import Kind, Reason
from celosia.proposals.role_rules import KIND_NAMES, MESSAGES, ROLE_NAMES
from celosia.text.catalogues import template


def test_a_reason_reads_in_both_languages():
    reason = Reason.of("entropy", share=0.664, bits=8.9, distinct=607)

    assert reason.text("en") == (
        "Knowing it gives 66 % of the information needed to single out a record "
        "(607 different values, 8.9 bits)."
    )
    assert reason.text("es") == (
        "Conocerlo da el 66 % de la información necesaria para singularizar un registro "
        "(607 valores distintos, 8,9 bits)."
    )


def test_only_all_is_a_hundred_per_cent():
    assert Reason.of("kind", kind="email", share=0.9999).text().startswith("99 %")
    assert Reason.of("kind", kind="email", share=1.0).text().startswith("100 %")


@pytest.mark.parametrize("code", MESSAGES)
def test_both_languages_take_the_same_parameters(code):
    english, spanish = (
        {field for _, field, _, _ in Formatter().parse(template(MESSAGES[code].key, lang)) if field}
        for lang in ("en", "es")
    )

    assert english == spanish


def test_every_kind_and_role_has_a_name_in_both_languages():
    assert set(KIND_NAMES) == set(Kind)
    assert set(ROLE_NAMES) == set(Role)
    names = (*KIND_NAMES.values(), *ROLE_NAMES.values())
    assert all(each.text("en") and each.text("es") for each in names)
