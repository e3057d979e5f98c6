"""The guide's tables are all here, mark by mark."""

from __future__ import annotations

import re

import pytest

from celosia import TECHNIQUES, ParameterError, Role
from celosia.core.model import UseCase
from celosia.core.technique import Family
from celosia.guide import (
    CONTROLS,
    FAMILIES,
    INCIDENTS,
    QUESTIONS,
    USE_CASES,
    ControlGroup,
    Leak,
    Question,
    answers_of,
    ask_next,
    check_answers,
    checklist,
    checklist_record,
)

FIRST_ROW_AS_PRINTED = ["Y", "Y", "Y"]
"""The first row of the guide's text has three marks for four use cases; all its marks are Y."""


@pytest.fixture(scope="module")
def printed_marks(shared):
    """The marks of every control, as the guide prints them."""
    (guide,) = (shared / "seeds").glob("003_*.txt")
    text = guide.read_text(encoding="utf-8")
    start = text.index("En la tabla, “Y” significa")
    tables = text[start : text.index("\nANEXO A: TÉCNICAS BÁSICAS", start)]
    marks = [re.findall(r"\t(Y|N/A)(?=[\t ]|$)", line) for line in tables.splitlines()]
    return [row for row in marks if row]


def test_every_control_has_the_marks_that_the_guide_prints(printed_marks):
    ours = [
        ["Y" if c.is_recommended(case) else "N/A" for case in list(UseCase)[:4]] for c in CONTROLS
    ]

    assert len(ours) == 16
    assert printed_marks[0] == FIRST_ROW_AS_PRINTED
    assert ours[0] == ["Y"] * 4
    assert ours[1:] == printed_marks[1:]


def test_the_controls_are_in_the_three_tables_of_the_guide():
    groups = [control.group for control in CONTROLS]

    counts = {group: groups.count(group) for group in ControlGroup}

    assert counts == {ControlGroup.TECHNICAL: 6, ControlGroup.PROCESS: 7, ControlGroup.LEGAL: 3}
    assert groups == sorted(groups, key=list(ControlGroup).index)
    assert len({control.id for control in CONTROLS}) == 16


def test_only_three_marks_have_a_condition():
    conditions = {(control.id, case) for control in CONTROLS for case in control.conditions}

    assert conditions == {
        ("encrypted-data", UseCase.INTERNAL_DEIDENTIFIED),
        ("encrypted-data", UseCase.EXTERNAL),
        ("encrypted-identities", UseCase.RETENTION),
    }


def test_test_data_needs_no_control():
    assert checklist(UseCase.SYNTHETIC) == ()
    assert 5 not in USE_CASES[UseCase.SYNTHETIC].steps


@pytest.mark.parametrize(
    ("case", "steps", "k", "anonymized"),
    [
        ("A", (1, 2, 5), None, False),
        ("B", (1, 2, 3, 4, 5), 3, True),
        ("C", (1, 2, 3, 4, 5), 5, True),
        ("D", (1, 2, 3, 4, 5), 3, True),
        ("E", (1, 2, 3), None, True),
    ],
)
def test_use_cases_ask_for_what_the_guide_says(case, steps, k, anonymized):
    use_case = UseCase(case)
    profile = USE_CASES[use_case]

    assert (profile.steps, use_case.k, profile.anonymized) == (steps, k, anonymized)


def test_step_three_suggests_families_by_use_case():
    shared = {"record-suppression", "attribute-suppression", "masking", "generalization"}
    families = {case.value: set(profile.families) for case, profile in USE_CASES.items()}

    assert families == {
        "A": set(),
        "B": shared,
        "C": shared,
        "D": shared | {"perturbation"},
        "E": {"perturbation", "swapping"},
    }


def test_every_kind_of_a_family_is_a_technique_and_of_one_family_only():
    kinds = [kind for family in Family for kind in FAMILIES[family].kinds]

    assert len(kinds) == len(set(kinds))
    assert set(kinds) <= set(TECHNIQUES)


@pytest.mark.parametrize("role", [*Role, None], ids=str)
def test_the_diagram_leads_to_every_role(role):
    assert ask_next(answers_of(role)).role is role


def test_the_diagram_asks_only_what_it_needs():
    answers, asked = {}, []
    while isinstance(found := ask_next(answers), Question):
        asked.append(found.id)
        answers[found.id] = found is not QUESTIONS[1]  # needed, not unique, accessible

    assert asked == ["needed", "unique", "accessible"]
    assert found.role is Role.QUASI_IDENTIFIER


def test_an_unfinished_diagram_has_no_verdict():
    assert ask_next({"needed": True, "unique": False}).id == "accessible"


def test_answers_go_into_the_record_and_open_questions_are_listed():
    record = checklist_record(
        UseCase.EXTERNAL, {"audits": "yes", "access": "no", "encrypted-data": "k is 5"}
    )

    assert record["answers"] == {
        "access": {"answer": "no"},
        "encrypted-data": {"answer": "not applicable", "reason": "k is 5"},
        "audits": {"answer": "yes"},
    }
    assert record["missing"] == ["access"]
    assert len(record["unanswered"]) == 12 - 3
    assert not set(record["unanswered"]) & set(record["answers"])


@pytest.mark.parametrize(
    ("answers", "message"),
    [({"acces": "yes"}, "no controls acces"), ({"access": " "}, "without an answer: access")],
)
def test_wrong_answers_to_controls_are_refused(answers, message):
    with pytest.raises(ParameterError, match=message):
        check_answers(answers)


def test_there_is_advice_for_each_of_the_five_losses():
    assert set(INCIDENTS) == set(Leak)
    assert len(Leak) == 5
    notified = {
        loss for loss, advice in INCIDENTS.items() if "GDPR" in " ".join(map(str, advice.measures))
    }
    assert notified == set(Leak) - {Leak.ANONYMIZED, Leak.IDENTITIES}


def test_everything_is_said_in_both_languages():
    sentences = [
        *(control.text for control in CONTROLS),
        *(question.text for question in QUESTIONS),
        *(question.verdict.reason for question in QUESTIONS),
        *(profile.title for profile in USE_CASES.values()),
        *(profile.description for profile in USE_CASES.values()),
        *(advice.meaning for advice in INCIDENTS.values()),
        *(measure for advice in INCIDENTS.values() for measure in advice.measures),
    ]

    assert all(str(sentence) and sentence.text("es") != str(sentence) for sentence in sentences)
