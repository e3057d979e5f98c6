"""Persons are the unit: no class of a release is of fewer than k of them, whatever made it."""

from __future__ import annotations

import json
import random

import pytest
from tests.contracts.test_releases import COMMAS, ENGINES
from tests.support.person_oracle import (
    HEADER,
    QUASI_IDENTIFIERS,
    persons_of_classes,
    read,
    rejected,
    visits,
    write,
)

import celosia
from celosia import NullPolicy, Role
from celosia.core.schema import RowUnit
from celosia.core.technique import technique_from_dict
from celosia.errors import DataError, NotAchievable, RecipeError, RoleError
from celosia.methods.fuzzy_labels import FuzzyChoices
from celosia.models import (
    AlphaKAnonymity,
    BetaLikeness,
    DistinctLDiversity,
    EntropyLDiversity,
    KAnonymity,
    RecursiveCLDiversity,
    TCloseness,
)

METHODS = sorted(set(celosia.METHODS) - {"none"})
OTHERS = (
    (),
    (DistinctLDiversity("dx", 2),),
    (EntropyLDiversity("dx", 1.5),),
    (RecursiveCLDiversity("dx", 3.0, 2),),
    (AlphaKAnonymity("dx", 0.7, 2),),
    (TCloseness("dx", 0.5),),
    (BetaLikeness("dx", 2.0),),
)
ROLES = {
    "who": Role.INSENSITIVE,
    **dict.fromkeys(QUASI_IDENTIFIERS, Role.QUASI_IDENTIFIER),
    "dx": Role.SENSITIVE,
}


def recipe_of(method, **choices):
    given = {"roles": ROLES, "subject": ("who",), "exact": ("who",), "models": (KAnonymity(2),)}
    return celosia.Recipe(**{**given, "method": method, "fuzzy": FuzzyChoices(sets=2), **choices})


def release_of(folder, rows, recipe):
    """Publish a table of visits; None where the models are out of reach, or there are no sets."""
    write(folder / "visits.csv", rows)
    try:
        with celosia.read(folder / "visits.csv", COMMAS) as table:
            return celosia.anonymize(table, recipe, folder / "release.csv")
    except (NotAchievable, DataError):
        return None


def holds(folder, seed, method):
    """Publish the table of a seed, and let the oracle judge; tell whether there was a release."""
    models = (KAnonymity(2 + seed % 2), *OTHERS[seed % len(OTHERS)])
    recipe = recipe_of(method, models=models, suppression=(0, 0.3)[seed // 7 % 2], seed=seed)
    release = release_of(folder, visits(seed), recipe)
    if release is None:
        return False
    rows = read(folder / "release.csv")
    assert rejected(rows, models) == []
    fewest = min(map(len, persons_of_classes(rows).values()))
    assert release.after.figures.min_persons == fewest
    assert release.after.figures.persons == len({row["who"] for row in rows})
    return True


@pytest.mark.parametrize("method", METHODS)
def test_every_method_and_model_hides_persons(method, tmp_path):
    assert sum(holds(tmp_path, seed, method) for seed in range(14)) > 0


PATIENTS, VISITS = 400, 2_143


def table_of_visits():
    """Make the table of the issue: what counts as 5-anonymous in rows hides single patients."""
    chance = random.Random(16)
    known = [
        (str(chance.randint(20, 90)), chance.choice("MF"), f"280{chance.randint(0, 30):02d}")
        for _ in range(PATIENTS)
    ]
    whose = [*range(PATIENTS), *(chance.randrange(PATIENTS) for _ in range(VISITS - PATIENTS))]
    return [(f"p{who}", *known[who], chance.choice("xyzw")) for who in whose]


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_no_class_of_the_visits_is_of_fewer_than_five_patients(method, tmp_path):
    recipe = recipe_of(method, models=(KAnonymity(5),), suppression=0.05)

    release = release_of(tmp_path, table_of_visits(), recipe)

    found = persons_of_classes(read(tmp_path / "release.csv"))
    assert min(map(len, found.values())) >= 5
    assert release.after.figures.min_persons == min(map(len, found.values()))


def test_rows_alone_would_have_shown_single_patients(tmp_path):
    rows = table_of_visits()
    recipe = recipe_of("optimal", models=(KAnonymity(5),), subject=(), rows=RowUnit.PERSONS)

    release_of(tmp_path, rows, recipe)

    found = persons_of_classes(read(tmp_path / "release.csv"))
    assert len(rows) == VISITS
    assert min(map(len, found.values())) < 5


@pytest.mark.slow
def test_releases_of_a_record_each_hold_for_the_oracle(tmp_path):
    released = 0
    for seed in range(5000, 5300):
        rows = [(f"r{i}", *known) for i, (_, *known) in enumerate(visits(seed, persons=(6, 20)))]
        models = (KAnonymity(2 + seed % 3), *OTHERS[seed // 3 % len(OTHERS)])
        recipe = recipe_of(
            METHODS[seed % len(METHODS)],
            subject=(),
            rows=RowUnit.PERSONS,
            models=models,
            suppression=(0, 0.2)[seed // 5 % 2],
            seed=seed,
        )
        if release_of(tmp_path, rows, recipe) is not None:
            released += 1
            assert rejected(read(tmp_path / "release.csv"), models) == []
    assert released > 200


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_two_thousand_tables_hold_for_the_oracle(part, tmp_path):
    seeds = range(1000 + part * 500, 1500 + part * 500)

    released = sum(holds(tmp_path, seed, METHODS[seed % len(METHODS)]) for seed in seeds)

    assert released > 300


@pytest.mark.parametrize("method", ["optimal", "l-greedy", "fuzzy"])
@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_hides_the_same_persons(engine, method, tmp_path):
    rows = visits(7, persons=(30, 30))
    recipe = recipe_of(
        method,
        roles={**ROLES, "who": Role.IDENTIFIER},
        exact=(),
        models=(KAnonymity(3), DistinctLDiversity("dx", 2)),
        suppression=0.2,
    )
    expected = release_of(tmp_path, rows, recipe)
    published = (tmp_path / "release.csv").read_bytes()

    with ENGINES[engine](tmp_path / "visits.csv") as table:
        release = celosia.anonymize(table, recipe, tmp_path / "other.csv")

    assert (tmp_path / "other.csv").read_bytes() == published
    assert release.after.figures == expected.after.figures
    assert release.after.figures.min_persons >= 3


def test_who_is_left_out_of_the_release_but_not_of_the_proof(tmp_path):
    recipe = recipe_of("optimal", roles={**ROLES, "who": Role.IDENTIFIER}, exact=())

    release = release_of(tmp_path, visits(3), recipe)

    assert "who" not in read(tmp_path / "release.csv")[0]
    assert release.after.figures.min_persons >= 2


def test_a_person_may_be_told_by_several_columns(tmp_path):
    rows = [(who[0], who[1:], *others) for who, *others in visits(5)]
    write(tmp_path / "visits.csv", rows, ("hospital", "number", *HEADER[1:]))
    roles = {"hospital": Role.IDENTIFIER, "number": Role.IDENTIFIER, **ROLES}
    del roles["who"]
    recipe = recipe_of("optimal", roles=roles, subject=("hospital", "number"), exact=())
    with celosia.read(tmp_path / "visits.csv", COMMAS) as table:
        release = celosia.anonymize(table, recipe, tmp_path / "release.csv")

    alone = release_of(tmp_path, visits(5), recipe_of("optimal"))
    assert release.after.figures.min_persons == alone.after.figures.min_persons


def test_pseudonyms_of_the_subject_are_counted_as_persons(tmp_path):
    code = technique_from_dict({"kind": "keyed-pseudonym", "column": "who"})
    recipe = recipe_of("optimal", techniques=(code,), roles={**ROLES, "who": Role.IDENTIFIER})
    write(tmp_path / "visits.csv", visits(3))
    with celosia.read(tmp_path / "visits.csv", COMMAS) as table:
        release = celosia.anonymize(table, recipe, tmp_path / "release.csv", key=b"k" * 32)

    rows = read(tmp_path / "release.csv")
    fewest = min(map(len, persons_of_classes(rows).values()))
    assert release.after.figures.min_persons == fewest >= 2


@pytest.mark.parametrize(
    "technique",
    [
        {"kind": "attribute-suppression", "columns": ["who"]},
        {"kind": "swap", "columns": ["who"], "rate": 0.5},
        {"kind": "masking", "column": "who", "keep_first": 1},
    ],
)
def test_a_technique_that_mixes_persons_up_is_refused(technique):
    with pytest.raises(RecipeError, match="who"):
        recipe_of("optimal", techniques=(technique_from_dict(technique),))


@pytest.mark.parametrize("nulls", NullPolicy)
@pytest.mark.parametrize("seed", range(12))
def test_persons_are_counted_whatever_nulls_are(seed, nulls, tmp_path):
    rows = [
        (who, "" if (i + seed) % 5 == 0 else age, "" if (i * seed) % 7 == 3 else sex, zip_, dx)
        for i, (who, age, sex, zip_, dx) in enumerate(visits(seed))
    ]
    recipe = recipe_of("optimal", nulls=nulls, models=(KAnonymity(3),), suppression=0.3)

    release = release_of(tmp_path, rows, recipe)

    if release is None:
        pytest.skip("out of reach")
    kept = [
        row
        for row in read(tmp_path / "release.csv")
        if nulls is not NullPolicy.EXCLUDED or all(row[name] for name in QUASI_IDENTIFIERS)
    ]
    for one in kept:
        alike = {
            other["who"]
            for other in kept
            if all(_alike(one[name], other[name], nulls) for name in QUASI_IDENTIFIERS)
        }
        assert len(alike) >= 3


def _alike(one, other, nulls):
    return one == other or (nulls is NullPolicy.WILDCARD and "" in (one, other))


def test_the_first_golden_table_of_persons(tmp_path):
    """Ages and towns of five persons: A and B each hold four records of three persons."""
    rows = [
        ("1", "30", "A"), ("1", "31", "A"), ("2", "30", "A"), ("3", "31", "A"),
        ("3", "32", "B"), ("4", "32", "B"), ("5", "32", "B"), ("5", "30", "B"),
    ]  # fmt: skip
    write(tmp_path / "visits.csv", rows, ("who", "age", "city"))
    roles = {
        "who": Role.IDENTIFIER, "age": Role.QUASI_IDENTIFIER, "city": Role.QUASI_IDENTIFIER,
    }  # fmt: skip
    hierarchy = {name: celosia.RULES["suppression"]() for name in ("age", "city")}
    with celosia.read(tmp_path / "visits.csv", COMMAS) as table:
        found = {
            k: celosia.candidates(
                table,
                celosia.Recipe(
                    roles=roles, hierarchies=hierarchy, subject=("who",), models=(KAnonymity(k),)
                ),
            ).result
            for k in (3, 4)
        }
    persons = {each.node: each.min_class for each in found[3].candidates}
    assert persons[(1, 0)] == 3
    assert persons[(1, 1)] == 5
    assert (1, 0) not in {each.node for each in found[4].candidates}


def test_a_release_without_the_subject_is_verified_by_its_evidence(tmp_path):
    recipe = recipe_of("l-greedy", roles={**ROLES, "who": Role.IDENTIFIER}, exact=())
    release = release_of(tmp_path, visits(3), recipe)

    again = celosia.verify(
        release.path,
        QUASI_IDENTIFIERS,
        recipe.models,
        options=COMMAS,
        sensitive=["dx"],
        subject=["who"],
    )

    assert again.figures == release.after.figures
    release.path.write_text(release.path.read_text().replace("\n", "\n", 1) + "40,F,a,x\n")
    with pytest.raises(DataError, match="other records"):
        celosia.verify(release.path, QUASI_IDENTIFIERS, recipe.models, subject=["who"])
    release.evidence.unlink()
    with pytest.raises(RoleError, match="who"):
        celosia.verify(release.path, QUASI_IDENTIFIERS, recipe.models, subject=["who"])


def test_the_public_certificate_promises_persons_and_counts_none(tmp_path):
    recipe = recipe_of("optimal", roles={**ROLES, "who": Role.IDENTIFIER}, exact=())
    release = release_of(tmp_path, visits(3), recipe)

    proof = json.loads(release.certificate.read_text())
    private = json.loads(release.evidence.read_text())

    assert proof["counted"] == "persons"
    assert "in persons" in proof["statement"]
    assert proof["after"]["min_persons"] is None
    assert not {"highest_prosecutor_risk", "sensitive"} & set(proof["after"])
    assert "homogeneity" not in {risk["risk"] for risk in proof["residual_risks"]}
    assert "rows-per-person" not in {risk["risk"] for risk in proof["residual_risks"]}
    assert private["after"]["min_persons"] == release.after.figures.min_persons
    texts = release.evidence.read_text()
    assert not any(f'"p{number}"' in texts for number in range(14))


def test_a_release_that_links_records_says_who_is_alone_with_all_of_them(tmp_path):
    release = release_of(tmp_path, visits(3), recipe_of("optimal"))

    [linked] = [risk for risk in release.residual if risk.name == "linked-rows"]

    histories = {}
    for row in read(release.path):
        known = tuple(row[name] for name in QUASI_IDENTIFIERS)
        histories.setdefault(row["who"], []).append(known)
    told = [tuple(sorted(history)) for history in histories.values()]
    assert linked.figures == {"alone": sum(told.count(each) == 1 for each in told), "of": len(told)}


def test_a_key_that_repeats_is_asked_about(tmp_path):
    write(tmp_path / "visits.csv", visits(1, persons=(60, 60)))
    roles = {**ROLES, "who": Role.IDENTIFIER}
    silent = recipe_of("optimal", roles=roles, subject=(), exact=())
    with celosia.read(tmp_path / "visits.csv", COMMAS) as table:
        with pytest.raises(RoleError, match=r"--subject 'who'.*--rows persons"):
            celosia.anonymize(table, silent, tmp_path / "release.csv")
        celosia.anonymize(table, silent.changed(rows=RowUnit.PERSONS), tmp_path / "release.csv")
        celosia.anonymize(table, silent.changed(subject=("who",)), tmp_path / "release.csv")


def refused(folder, rows, recipe, header=HEADER):
    write(folder / "visits.csv", rows, header)
    with (
        celosia.read(folder / "visits.csv", COMMAS) as table,
        pytest.raises((RoleError, NotAchievable)) as told,
    ):
        celosia.anonymize(table, recipe, folder / "release.csv")
    return str(told.value)


def test_a_person_is_one_however_they_are_spelled(tmp_path):
    spelled = [who.format(n) for n in (1, 2) for who in ("P{}", "p{}", " P{}", "P{} ", "p{}  ")]
    rows = [(who, "30", "F", "a", "xy"[i % 2]) for i, who in enumerate(spelled)]
    roles = {**ROLES, "who": Role.IDENTIFIER}

    assert "out of reach" in refused(
        tmp_path, rows, recipe_of("optimal", roles=roles, exact=(), models=(KAnonymity(3),))
    )


def test_a_subject_that_never_comes_again_is_questioned_where_another_key_does(tmp_path):
    rows = [(f"v{i}", *row) for i, row in enumerate(visits(1, persons=(60, 60)))]
    recipe = recipe_of(
        "optimal",
        roles={**ROLES, "visit": Role.IDENTIFIER, "who": Role.IDENTIFIER},
        subject=("visit",),
        exact=(),
    )

    assert "--subject 'who'" in refused(tmp_path, rows, recipe, ("visit", *HEADER))


@pytest.mark.parametrize("role", [Role.IDENTIFIER, Role.INSENSITIVE, Role.QUASI_IDENTIFIER])
def test_a_key_is_known_by_its_header_too(role, tmp_path):
    rows = [(f"P{i // 5:04d}", str(20 + i // 5 % 30), "xyz"[i % 3]) for i in range(200)]
    roles = {"paciente": role, "edad": Role.QUASI_IDENTIFIER, "dx": Role.SENSITIVE}
    recipe = celosia.Recipe(roles=roles, models=(KAnonymity(5),))

    said = refused(tmp_path, rows, recipe, ("paciente", "edad", "dx"))

    assert "--subject 'paciente'" in said


def test_evidence_answers_for_its_own_subject_alone(tmp_path):
    recipe = recipe_of("optimal", roles={**ROLES, "who": Role.IDENTIFIER}, exact=())
    release = release_of(tmp_path, visits(3), recipe)

    with pytest.raises(RoleError, match="somebody"):
        celosia.verify(release.path, QUASI_IDENTIFIERS, recipe.models, subject=["somebody"])
