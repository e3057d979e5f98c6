"""Every kind of job is offered by REST with its options, and by the pages with its words."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated

import pytest

import celosia
from celosia.core.parameters import Whole, parameters_of
from celosia.text.messages import Message

pytest.importorskip("fastapi", reason="needs the extra `app`")

from pydantic import ValidationError

from celosia.web.rest.job_routes import SECRETS, SHAPES, _shape
from celosia.web.service import JOB_KINDS, JobKind

KINDS = list(JOB_KINDS)


@pytest.mark.parametrize("name", KINDS)
def test_rest_takes_the_options_and_secrets_of_a_job_and_nothing_else(name):
    kind = JOB_KINDS[name]
    options = {each.name for each in fields(kind.options)}
    secrets = {SECRETS[secret][0] for secret in kind.secrets}

    assert set(SHAPES[name].model_fields) == {"kind"} | options | secrets
    with pytest.raises(ValidationError):
        SHAPES[name](nonsense=1)


@pytest.mark.parametrize("name", KINDS)
def test_what_rest_takes_unsaid_is_what_the_job_takes(name):
    kind = JOB_KINDS[name]

    assert kind.read_options(SHAPES[name]().options()) == kind.options()


@pytest.mark.parametrize("name", KINDS)
def test_a_job_has_a_title_and_words_for_its_stages(name):
    kind = JOB_KINDS[name]
    said = [kind.title, kind.said(""), kind.said("of nobody"), *(s.said for s in kind.stages)]

    assert all(str(sentence) and sentence.text("es") for sentence in said)
    assert [kind.said(stage.name) for stage in kind.stages] == [s.said for s in kind.stages]


@pytest.mark.parametrize("name", KINDS)
def test_each_option_says_what_it_may_be(name):
    options = JOB_KINDS[name].options
    nested = {"scenario"}

    assert set(parameters_of(options)) | nested >= {each.name for each in fields(options)}


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("k-curve", {"highest": 1}), ("k-curve", {"highest": 1001}), ("k-curve", {"lowest": 2}),
     ("anonymize", {"format": ".exe"}), ("anonymize", {"method": "magic"}),
     ("anonymize", {"node": {"age": -1}}), ("assess", {"threshold": 1.5}),
     ("assess", {"scenario": {"harm": "great"}}), ("assess", {"scenario": {"luck": 1}}),
     ("verify", {"release": "0" * 17}), ("candidates", {"k": 2})],
)  # fmt: skip
def test_the_job_refuses_what_rest_refuses(name, wrong):
    with pytest.raises(ValidationError):
        SHAPES[name](**wrong)
    with pytest.raises(celosia.ParameterError):
        JOB_KINDS[name].read_options(wrong)


def test_a_kind_of_job_is_added_by_declaring_it(monkeypatch):
    @dataclass(frozen=True, slots=True)
    class Rehearsal:
        times: Annotated[int, Whole(1, 9)] = 3

    monkeypatch.setattr(JOB_KINDS, "_declared", {**JOB_KINDS._all()})
    title = Message("trial.rehearsing")

    JOB_KINDS.add("dress-rehearsal", JobKind(title, lambda task: {}, Rehearsal, secrets=("key",)))

    shape = _shape("dress-rehearsal")
    assert shape.__name__ == "DressRehearsal"
    assert shape(times=9, key="00ff").options() == {"times": 9}
    assert shape(key="00ff").secret("key") == b"\x00\xff"
    with pytest.raises(ValidationError):
        shape(times=10)
