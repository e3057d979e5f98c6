"""`celosia guide`: the five steps of the authorities' guide, question by question, on a recipe."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any

import click

import celosia
from celosia.cli.guide_questions import (
    ASK_ME,
    CONTROL_LEVELS,
    GROUPS,
    LEAVE_OUT,
    LEVELS,
    REMEDIES,
    ROLES,
    WORDS,
    YES_NO,
    AnswersFile,
    Asker,
    PersonAsker,
)
from celosia.cli.language import argument, option, say, spoken, told
from celosia.cli.options import ManyValues, pair, read_options, reading_options
from celosia.cli.output import print_table, progress
from celosia.cli.secret_options import pseudonym_key
from celosia.core.model import UseCase, model_name
from celosia.core.schema import RowUnit
from celosia.core.technique import Technique, technique_to_dict
from celosia.files.atomic import write_whole
from celosia.guide import (
    INCIDENTS,
    USE_CASES,
    Question,
    answers_of,
    ask_next,
    checklist,
    checklist_record,
    family_title,
)
from celosia.hierarchies import FromFile, HierarchyRule
from celosia.risk import Attempt
from celosia.text.messages import Message, number_in, verbatim
from celosia.workflow.change_recipe import (
    RiskAnswers,
    answer_controls,
    column_techniques,
    leave_out,
    let_search,
    set_column_techniques,
    set_hierarchy,
    set_risk,
    set_roles,
    set_subject,
)
from celosia.workflow.guide import (
    ColumnOption,
    GuidedRisk,
    PlannedEffect,
    begin_recipe,
    count_unchanged,
    finish_recipe,
    leave_records_out,
    lower_risk,
    make_coarser,
    measure_effect,
    measure_risk,
    recipe_notes,
    technique_options,
)
from celosia.workflow.propose import proposed_reading, with_diversity
from celosia.workflow.read import read_schema


@click.command("guide", cls=ManyValues, help="cli.help-guide")
@argument("data", type=click.Path(), required=False)
@option("-o", "--output", "target", default="celosia.toml", show_default=True)
@option("--release", type=click.Path(), help="cli.option-guide-release")
@option("--answers", type=click.Path(), help="cli.option-answers")
@option("--hierarchy", multiple=True, metavar="NAME=PATH", help="cli.option-hierarchy")
@option("--key-file", type=click.Path(), help="cli.option-guide-key-file")
@option("--force", is_flag=True, help="cli.option-force")
@option("--incidents", is_flag=True, help="cli.option-incidents")
@reading_options
def command(
    data: str | None,
    target: str,
    release: str | None,
    answers: str | None,
    hierarchy: tuple[str, ...],
    key_file: str | None,
    force: bool,
    incidents: bool,
    schema_file: str | None,
    **reading: Any,
) -> None:
    """Walk the five steps of the guide with DATA: know, de-identify, change, measure, manage.

    Enter takes what is proposed. The result is a recipe; nothing is published without --release.
    """
    lang = spoken()
    if incidents:
        show_incidents(lang)
        return
    if data is None:
        raise click.UsageError(told("cli.name-the-table"))
    path = Path(target)
    _check_places(path, release, force)
    key = pseudonym_key(key_file)
    asker = AnswersFile(Path(answers), lang) if answers else PersonAsker(lang)
    schema = read_schema(schema_file) if schema_file else None
    with celosia.read(data, read_options(**reading), schema) as table, ExitStack() as opened:
        talk = Talk(table, asker, opened, key)
        given = {name: FromFile(file) for name, file in map(pair, hierarchy)}
        walked = _walk_or_stop(talk, given)
        if isinstance(asker, AnswersFile):
            asker.check_all_used()
        table = talk.table
        recipe = finish_recipe(table, walked, path, _output(table, release, path))
        notes = recipe_notes(talk.proposal, walked, talk.left_out, lang)
        write_whole(path, recipe.to_toml(notes))
        tell_recipe(talk, walked, path)
        if release:
            with progress() as report:
                located = recipe.located(path.parent)
                published = celosia.anonymize(table, located, release, report, key)
            tell_release(talk, published)


def _check_places(recipe: Path, release: str | None, force: bool) -> None:
    """Find out before the walk whether its end could be written."""
    if recipe.exists() and not force:
        raise celosia.ParameterError("cli.exists-force-replaces", recipe=recipe)
    for path in (recipe, Path(release or ".")):
        if not path.parent.is_dir():
            raise celosia.ParameterError("cli.no-folder", parent=path.parent)


def _output(table: celosia.Table, release: str | None, recipe: Path) -> str:
    """Name the release as the recipe does: a file from its own folder, or a table."""
    if table.path is None:
        return release or f"{table.name}_release"
    if release is None:
        return f"{table.name.split('.')[0]}.release.csv"
    return os.path.relpath(release, recipe.parent)


def _walk_or_stop(talk: Talk, given: Mapping[str, HierarchyRule]) -> celosia.Recipe:
    """Walk, and say in the walk's language if somebody breaks it off."""
    try:
        return walk(talk, given)
    except (KeyboardInterrupt, click.Abort):
        click.echo(talk.word("broken-off"), err=True)
        raise SystemExit(130) from None


def walk(talk: Talk, given: Mapping[str, HierarchyRule]) -> celosia.Recipe:
    """Take the five steps, of which some use cases skip some; `given` are hierarchies of files."""
    recipe = know(talk, given)
    for step in (deidentify, apply_techniques, measure, manage):
        recipe = step(talk, recipe)
    return recipe


def show_incidents(language: celosia.Language) -> None:
    """Tell what to do, by what was lost."""
    for advice in INCIDENTS.values():
        click.echo(click.style(advice.title.text(language), bold=True))
        click.echo(f"  {advice.meaning.text(language)}")
        for number, advised in enumerate(advice.measures, start=1):
            click.echo(f"  {number}. {advised.text(language)}")


@dataclass(slots=True, eq=False)
class Talk:
    """A table, whoever answers, and what was answered that a recipe has no entry for."""

    table: celosia.Table
    ask: Asker
    opened: ExitStack
    """Closes at the end what else was opened: the table read once more."""
    key: bytes | None = None
    """The secret of keyed pseudonyms."""
    left_out: set[str] = field(default_factory=set)
    """Columns that nobody needs; in the recipe they are dropped as identifiers are."""
    risk: RiskAnswers | None = None
    proposal: celosia.Proposal = field(init=False)
    """What was found in the table in step 1; the recipe's comments tell it."""

    def text(self, sentence: Message) -> str:
        """Give a sentence in the language of the walk."""
        return sentence.text(self.ask.language)

    def word(self, name: str, **values: Any) -> str:
        """Give one of the walk's own sentences."""
        return WORDS[name].given(**values).text(self.ask.language)

    def say(self, name: str, **values: Any) -> None:
        """Print one of the walk's own sentences."""
        click.echo(self.word(name, **values))

    def percent(self, share: float) -> str:
        """Write a share as people of the walk's language do."""
        return number_in(self.ask.language, f"{share:.1%}")

    def head(self, name: str) -> None:
        """Print the title of a step."""
        click.echo()
        click.echo(click.style(self.word(name), bold=True))

    def show(self, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """Print a table with the walk's words as its head."""
        print_table("", [self.word(name) for name in columns], rows)

    def has_step(self, recipe: celosia.Recipe, step: int) -> bool:
        """Print the title of a step, and whether the use case has it."""
        self.head(f"step{step}")
        case = use_case(recipe)
        if step in USE_CASES[case].steps:
            return True
        self.say("skipped", case=case.value)
        return False


KEYED = "keyed-pseudonym"
EACH_ROW = "rows"


def use_case(recipe: celosia.Recipe) -> UseCase:
    """Give what the result is for; step 1 asked."""
    assert recipe.use_case is not None
    return recipe.use_case


def know(talk: Talk, given: Mapping[str, HierarchyRule]) -> celosia.Recipe:
    """Step 1: ask for the use case, and for the role of every column."""
    talk.head("step1")
    titles = {case: what.title for case, what in USE_CASES.items()}
    default = UseCase.EXTERNAL
    case = talk.ask.choose("data", "use_case", talk.word("which-case"), titles, default)
    click.echo(talk.text(USE_CASES[case].description))
    _look(talk)
    recipe = begin_recipe(talk.proposal, case, given)
    rows = [
        (
            profile.column.name,
            talk.text(ROLES[profile.role.role]),
            " ".join(said.text(talk.ask.language) for said in profile.why),
        )
        for profile in talk.proposal.columns
    ]
    talk.show(("column", "role", "why"), rows)
    for column in talk.ask.columns("roles", talk.word("change-role"), talk.table.columns):
        recipe = _decide_role(talk, recipe, column, given)
    return _ask_whose(talk, recipe)


def _look(talk: Talk) -> None:
    """Look at the columns, with the codes that seem to mean null as nulls, if one agrees."""
    read, proposal = talk.opened.enter_context(proposed_reading(talk.table))
    found = [each for each in proposal.columns if each.read_as_missing]
    for each in found:
        codes = [f"{code} ({number})" for code, number in each.read_as_missing.items()]
        say("cli.read-as-missing", column=each.column.name, codes=codes)
    if found and talk.ask.choose("data", "missing", talk.word("codes"), YES_NO, "yes") == "no":
        proposal = celosia.propose(talk.table)
    else:
        talk.table = read
    talk.proposal = proposal


def _ask_whose(talk: Talk, recipe: celosia.Recipe) -> celosia.Recipe:
    """Ask whose the records are, where a key of persons comes back."""
    keys = [p.column.name for p in talk.proposal.columns if p.role.repeats]
    able = [name for name in keys if name not in recipe.quasi_identifiers]
    if not able:
        return recipe
    if talk.proposal.person_rows is not None:
        click.echo(talk.text(talk.proposal.person_rows.told))
    choices = {name: verbatim(name) for name in able} | {EACH_ROW: WORDS["each-row"]}
    proposed = next((name for name in recipe.subject if name in able), able[0])
    said = talk.ask.choose("data", "subject", talk.word("whose"), choices, proposed)
    if said == EACH_ROW:
        return set_subject(recipe, (), RowUnit.PERSONS)
    return set_subject(recipe, (said,))


def _decide_role(
    talk: Talk, recipe: celosia.Recipe, column: str, given: Mapping[str, HierarchyRule]
) -> celosia.Recipe:
    """Give a column the role that is answered; a hierarchy of a file waits for that role."""
    role = _ask_role(talk, recipe, column)
    talk.left_out.discard(column)
    if role is None:
        talk.left_out.add(column)
        return leave_out(recipe, column)
    recipe = set_roles(recipe, {column: role})
    if role is celosia.Role.SENSITIVE and use_case(recipe).k is not None:
        recipe = with_diversity(recipe, column, talk.table.relation.values(column))
    if role is celosia.Role.QUASI_IDENTIFIER and column in given:
        recipe = set_hierarchy(recipe, column, given[column])
    return recipe


def _ask_role(talk: Talk, recipe: celosia.Recipe, column: str) -> celosia.Role | None:
    """Ask for a role, or ask the questions of the guide's diagram."""
    now = None if column in talk.left_out else recipe.roles[column]
    question = talk.word("which-role", column=column)
    chosen = talk.ask.choose("roles", column, question, ROLES, now or LEAVE_OUT)
    if chosen == LEAVE_OUT:
        return None
    return _diagram(talk, column, now) if chosen == ASK_ME else celosia.Role(chosen)


def _diagram(talk: Talk, column: str, now: celosia.Role | None) -> celosia.Role | None:
    answers: dict[str, bool] = {}
    expected = answers_of(now)
    while isinstance(found := ask_next(answers), Question):
        default = "yes" if expected.get(found.id, False) else "no"
        said = talk.ask.choose(f"roles-{column}", found.id, talk.text(found.text), YES_NO, default)
        answers[found.id] = said == "yes"
    click.echo(talk.text(found.reason))
    return found.role


def deidentify(talk: Talk, recipe: celosia.Recipe) -> celosia.Recipe:
    """Step 2: drop the identifiers, or give pseudonyms."""
    talk.head("step2")
    columns = [name for name in _identifiers(recipe) if name not in talk.left_out]
    return _treat(talk, recipe, columns, "identifiers", "change-identifier")


def _identifiers(recipe: celosia.Recipe) -> list[str]:
    return [name for name, role in recipe.roles.items() if role is celosia.Role.IDENTIFIER]


def apply_techniques(talk: Talk, recipe: celosia.Recipe) -> celosia.Recipe:
    """Step 3: do what annex B suggests for each column, or something else."""
    if not talk.has_step(recipe, 3):
        return recipe
    synthetic = recipe.use_case is UseCase.SYNTHETIC
    columns = [
        name
        for name, role in recipe.roles.items()
        if role is celosia.Role.QUASI_IDENTIFIER
        or (synthetic and role is not celosia.Role.IDENTIFIER)
    ]
    recipe = _treat(talk, recipe, columns, "techniques", "change-technique")
    if synthetic:
        number = count_unchanged(talk.table, recipe)
        talk.say("unchanged", number=number, records=talk.table.records)
        if number:
            talk.say("invented-instead")
    return recipe


def _treat(
    talk: Talk, recipe: celosia.Recipe, columns: Iterable[str], section: str, question: str
) -> celosia.Recipe:
    """Begin with what is proposed, show what it does, and let columns be changed."""
    options = {column: _options(talk, recipe, column) for column in columns}
    if not options:
        talk.say("no-columns")
        return recipe
    proposed = {column: offered[0] for column, offered in options.items()}
    recipe = _decide(talk, recipe, proposed)
    for column in talk.ask.columns(section, talk.word(question), options):
        named = {option.name: option for option in options[column]}
        chosen = talk.ask.choose(
            section,
            column,
            talk.word("which-technique", column=column),
            {name: option.reason for name, option in named.items()},
            next(iter(named)),
        )
        recipe = _decide(talk, recipe, {column: named[chosen]})
    return recipe


def _decide(
    talk: Talk, recipe: celosia.Recipe, chosen: Mapping[str, ColumnOption]
) -> celosia.Recipe:
    """Take the options, and show each column before and after; what is noteworthy, once."""
    rows: list[tuple[str, ...]] = []
    notes: dict[str, None] = {}
    for column, taken in chosen.items():
        recipe = set_column_techniques(talk.table, recipe, column, taken.techniques)
        planned = measure_effect(talk.table, recipe, column, talk.key)
        notes |= dict.fromkeys(map(talk.text, planned.warnings))
        rows.append((column, *_effect(talk, recipe, planned), talk.text(taken.reason)))
    talk.show(("column", "done", "changed", "distinct", "left-out-records", "why"), rows)
    for note in notes:
        click.echo(note)
    return recipe


def _options(talk: Talk, recipe: celosia.Recipe, column: str) -> tuple[ColumnOption, ...]:
    """Leave out what needs a key where there is none."""
    offered = technique_options(talk.table, recipe, column)
    return tuple(option for option in offered if talk.key is not None or option.name != KEYED)


def _effect(
    talk: Talk, recipe: celosia.Recipe, planned: PlannedEffect
) -> tuple[str, str, str, str]:
    """Say what is done to a column, how many cells it changes and how many values stay."""
    effect = planned.column
    steps = column_techniques(recipe, effect.column)
    left = str(planned.records_left_out or "")
    if not steps and recipe.roles[effect.column] is celosia.Role.IDENTIFIER:
        return talk.word("dropped"), "", f"{effect.distinct_before} → 0", left
    done = "; ".join(_describe(talk, step) for step in steps) or talk.word("none")
    changed = "" if effect.changed is None else talk.percent(effect.changed)
    return done, changed, f"{effect.distinct_before} → {effect.distinct_after}", left


def _describe(talk: Talk, technique: Technique) -> str:
    """Say what a technique does, of which family it is, and what it was told, in words."""
    entries, described = technique_to_dict(technique), technique.described
    title = f"{talk.text(family_title(entries.pop('kind')))}: {talk.text(described.title)}"
    told = [
        f"{talk.text(described.labels.get(name, verbatim(name)))}: {_value(talk, said)}"
        for name, value in entries.items()
        if name not in ("column", "columns")
        for said in (described.choices.get(name, {}).get(str(value), value),)
    ]
    return f"{title} ({'; '.join(told)})" if told else title


def _value(talk: Talk, value: Any) -> str:
    """Say what a parameter is, as the language writes it."""
    said = YES_NO["yes" if value else "no"] if isinstance(value, bool) else value
    return talk.text(Message("text.verbatim", text=said))


def measure(talk: Talk, recipe: celosia.Recipe) -> celosia.Recipe:
    """Step 4: ask what risk is accepted, measure what is left, and go on until it is accepted."""
    least = use_case(recipe).k
    if not talk.has_step(recipe, 4) or least is None:
        return recipe
    talk.risk = _ask_risk(talk, least)
    recipe = _ask_diversity(talk, set_risk(recipe, talk.risk))
    risk = measure_risk(talk.table, recipe, talk.risk)
    _show(talk, risk)
    remedies, known = _Remedies(talk), recipe.quasi_identifiers
    while not risk.holds:
        recipe, risk = remedies.choose(recipe, risk)
        _show(talk, risk)
    talk.left_out |= set(known) - set(recipe.quasi_identifiers)
    return recipe


def _ask_risk(talk: Talk, least: int) -> RiskAnswers:
    """Ask for k and for annex D's scenario."""
    ask, word = talk.ask, talk.word
    k = int(ask.number("risk", "k", word("least-k", k=least), least, least, inf))
    harm = ask.choose("risk", "harm", word("harm"), LEVELS, "medium")
    motivation = ask.choose("risk", "motivation", word("motivation"), LEVELS, "medium")
    controls = ask.choose("risk", "mitigation", word("mitigation"), CONTROL_LEVELS, "medium")
    acquaintance, breach = (
        ask.number("risk", name, word(name), 0.0, 0.0, 1.0) for name in ("acquaintance", "breach")
    )
    attempt = Attempt.of(motivation, controls, acquaintance, breach)
    answers = RiskAnswers(k, harm, attempt)
    if answers.target_k != k:
        talk.say("raised", k=answers.target_k)
    return answers


def _ask_diversity(talk: Talk, recipe: celosia.Recipe) -> celosia.Recipe:
    """Ask whether classes must hold different values of the sensitive columns, too."""
    diverse = [model for model in recipe.models if model.sensitive]
    if not diverse:
        return recipe
    names = ", ".join(talk.text(model_name(model)) for model in diverse)
    said = talk.ask.choose("risk", "diversity", talk.word("diversity", names=names), YES_NO, "yes")
    if said == "yes":
        return recipe
    return replace(recipe, models=tuple(m for m in recipe.models if not m.sensitive))


def _show(talk: Talk, risk: GuidedRisk) -> None:
    talk.say(
        "reached",
        k=risk.k,
        classes=risk.classes,
        records=risk.records,
        target=risk.target,
        left=risk.left_out,
    )
    if risk.levels:
        levels = (f"{name} {level}/{top}" for name, (level, top) in risk.levels.items())
        talk.say("levels", levels=", ".join(levels))
    if risk.scenario is not None:
        click.echo(talk.text(risk.scenario.verdict))


@dataclass(slots=True, eq=False)
class _Remedies:
    """What can be done while the threshold does not hold; what failed is not offered again."""

    talk: Talk
    failed: set[str] = field(default_factory=set)

    def choose(self, recipe: celosia.Recipe, risk: GuidedRisk) -> tuple[celosia.Recipe, GuidedRisk]:
        """Ask what to do, do it, and measure again."""
        talk = self.talk
        column = risk.widest
        share = talk.percent(risk.below_share)
        told = {"below": risk.below, "share": share, "target": risk.target, "widest": column or "-"}
        talk.say("short-alike" if risk.alike else "short", **told)
        offered = {name: REMEDIES[name] for name in self._possible(risk)}
        default = next(iter(offered))
        remedy = talk.ask.choose("risk", "remedy", talk.word("remedy"), offered, default)
        if remedy == "stop":
            raise celosia.NotAchievable(WORDS["stopped"].given(k=risk.k, target=risk.target))
        try:
            made = self._carry_out(remedy, recipe, risk)
            with progress() as report:
                return made, measure_risk(talk.table, made, talk.risk, report)
        except celosia.NotAchievable as verdict:
            click.echo(verdict.text(talk.ask.language))
            self.failed.add(remedy)
            return recipe, risk

    def _possible(self, risk: GuidedRisk) -> list[str]:
        impossible = set(self.failed)
        if not risk.distinct:
            impossible |= {"search", "coarser", "repeat"}
        if risk.small in (0, risk.records):
            impossible.add("records")
        return [name for name in REMEDIES if name not in impossible]

    def _carry_out(self, remedy: str, recipe: celosia.Recipe, risk: GuidedRisk) -> celosia.Recipe:
        if remedy == "search":
            return let_search(recipe)
        if remedy == "records":
            return leave_records_out(recipe, risk)
        if remedy == "coarser":
            return self._make_coarser(recipe, risk)
        return self._repeat(recipe, risk)

    def _make_coarser(self, recipe: celosia.Recipe, risk: GuidedRisk) -> celosia.Recipe:
        """Ask for a column, with its number of values, and reduce its detail."""
        talk = self.talk
        by_values = sorted(risk.distinct, key=lambda name: -risk.distinct[name])
        labels = {name: verbatim(f"{name} ({risk.distinct[name]})") for name in by_values}
        question = talk.word("which-column")
        column = talk.ask.choose("risk", "column", question, labels, by_values[0])
        made = make_coarser(talk.table, recipe, column)
        self._tell(recipe, made, column)
        return made

    def _repeat(self, recipe: celosia.Recipe, risk: GuidedRisk) -> celosia.Recipe:
        """Go on by itself, saying what it does."""
        while not risk.holds:
            column = risk.widest
            made = lower_risk(self.talk.table, recipe, risk)
            if column is not None and _treats_otherwise(recipe, made, column):
                self._tell(recipe, made, column)
            recipe = made
            risk = measure_risk(self.talk.table, recipe, self.talk.risk)
        return recipe

    def _tell(self, before: celosia.Recipe, after: celosia.Recipe, column: str) -> None:
        """Say how many values a column has left, or that it is left out."""
        if column not in after.quasi_identifiers:
            self.talk.say("left-out", column=column)
            return
        was, now = (
            measure_effect(self.talk.table, recipe, column).column.distinct_after
            for recipe in (before, after)
        )
        self.talk.say("coarser", column=column, before=was, after=now)


def _treats_otherwise(before: celosia.Recipe, after: celosia.Recipe, column: str) -> bool:
    steps = [column_techniques(recipe, column) for recipe in (before, after)]
    return column not in after.quasi_identifiers or steps[0] != steps[1]


def manage(talk: Talk, recipe: celosia.Recipe) -> celosia.Recipe:
    """Ask for every control that concerns the use case."""
    if not talk.has_step(recipe, 5):
        return recipe
    answers: dict[str, str] = {}
    case = use_case(recipe)
    for control in checklist(case):
        question = f"[{talk.text(GROUPS[control.group])}] {talk.text(control.text)}"
        if condition := control.conditions.get(case):
            question += " " + talk.word("condition", text=talk.text(condition))
        answer = talk.ask.control(control.id, question)
        if answer is not None:
            answers[control.id] = answer
    recipe = answer_controls(recipe, answers)
    _tell_open(talk, recipe)
    talk.say("incidents")
    return recipe


def _tell_open(talk: Talk, recipe: celosia.Recipe) -> None:
    """Say what is not in place, and what nobody answered."""
    record = checklist_record(use_case(recipe), recipe.controls)
    for what in ("missing", "unanswered"):
        if record[what]:
            talk.say(what, names=", ".join(record[what]))


def tell_recipe(talk: Talk, recipe: celosia.Recipe, path: Path) -> None:
    """Say where the recipe is, and that the result is personal data where it is."""
    click.echo()
    talk.say("written", recipe=path)
    pseudonyms = any(column_techniques(recipe, column) for column in _identifiers(recipe))
    if not USE_CASES[use_case(recipe)].anonymized or pseudonyms:
        talk.say("personal")
    if pseudonyms and recipe.use_case is UseCase.RETENTION:
        talk.say("no-vault")
    elif pseudonyms and recipe.use_case is not UseCase.SYNTHETIC:
        talk.say("vault", recipe=path)


def tell_release(talk: Talk, release: celosia.Release) -> None:
    """Say what was published."""
    figures = release.after.figures
    talk.say(
        "released",
        output=release.output,
        records=figures.records,
        k=figures.min_class if figures.min_persons is None else figures.min_persons,
        certificate=release.certificate,
        evidence=release.evidence,
    )
