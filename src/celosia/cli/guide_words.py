"""What `celosia guide` says, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from celosia import Message, Role

LEAVE_OUT = "leave-out"
ASK_ME = "questions"
NOT_APPLICABLE = "n/a"

ROLES: Mapping[str, Message] = {
    Role.IDENTIFIER: Message("cli.roles-identifier"),
    Role.QUASI_IDENTIFIER: Message("cli.roles-quasi-identifier"),
    Role.SENSITIVE: Message("cli.roles-sensitive"),
    Role.INSENSITIVE: Message("cli.roles-insensitive"),
    LEAVE_OUT: Message("cli.roles-leave-out"),
    ASK_ME: Message("cli.roles-ask-me"),
}
YES_NO: Mapping[str, Message] = {"yes": Message("cli.yes-no-yes"), "no": Message("cli.yes-no-no")}
CONTROL_ANSWERS: Mapping[str, Message] = {
    **YES_NO,
    NOT_APPLICABLE: Message("cli.control-answers-not-applicable"),
}
LEVELS: Mapping[Literal["low", "medium", "high"], Message] = {
    "low": Message("cli.levels-low"),
    "medium": Message("cli.levels-medium"),
    "high": Message("cli.levels-high"),
}
CONTROL_LEVELS: Mapping[Literal["high", "medium", "low", "none"], Message] = {
    "high": Message("cli.control-levels-high"),
    "medium": Message("cli.control-levels-medium"),
    "low": Message("cli.control-levels-low"),
    "none": Message("cli.control-levels-none"),
}
GROUPS: Mapping[str, Message] = {
    "technical": Message("cli.groups-technical"),
    "process": Message("cli.groups-process"),
    "legal": Message("cli.groups-legal"),
}
REMEDIES: Mapping[str, Message] = {
    "search": Message("cli.remedies-search"),
    "coarser": Message("cli.remedies-coarser"),
    "repeat": Message("cli.remedies-repeat"),
    "records": Message("cli.remedies-records"),
    "stop": Message("cli.remedies-stop"),
}

WORDS: Mapping[str, Message] = {
    "step1": Message("cli.words-step1"),
    "step2": Message("cli.words-step2"),
    "step3": Message("cli.words-step3"),
    "step4": Message("cli.words-step4"),
    "step5": Message("cli.words-step5"),
    "skipped": Message("cli.words-skipped"),
    "which-case": Message("cli.words-which-case"),
    "column": Message("cli.column"),
    "role": Message("cli.words-role"),
    "why": Message("cli.words-why"),
    "done": Message("cli.words-done"),
    "changed": Message("cli.words-changed"),
    "distinct": Message("cli.words-distinct"),
    "left-out-records": Message("cli.words-left-out-records"),
    "change-role": Message("cli.words-change-role"),
    "change-identifier": Message("cli.words-change-identifier"),
    "change-technique": Message("cli.words-change-technique"),
    "which-role": Message("cli.words-which-role"),
    "which-technique": Message("cli.words-which-technique"),
    "none": Message("cli.words-none"),
    "dropped": Message("cli.words-dropped"),
    "no-columns": Message("cli.words-no-columns"),
    "least-k": Message("cli.words-least-k"),
    "harm": Message("cli.words-harm"),
    "motivation": Message("cli.words-motivation"),
    "mitigation": Message("cli.words-mitigation"),
    "acquaintance": Message("cli.words-acquaintance"),
    "breach": Message("cli.words-breach"),
    "raised": Message("cli.words-raised"),
    "reached": Message("cli.words-reached"),
    "levels": Message("cli.words-levels"),
    "short": Message("cli.words-short"),
    "remedy": Message("cli.words-remedy"),
    "which-column": Message("cli.words-which-column"),
    "coarser": Message("cli.words-coarser"),
    "left-out": Message("cli.words-left-out"),
    "stopped": Message("cli.words-stopped"),
    "broken-off": Message("cli.words-broken-off"),
    "unchanged": Message("cli.words-unchanged"),
    "invented-instead": Message("cli.words-invented-instead"),
    "control": Message("cli.words-control"),
    "because": Message("cli.words-because"),
    "condition": Message("cli.words-condition"),
    "unanswered": Message("cli.words-unanswered"),
    "missing": Message("cli.words-missing"),
    "incidents": Message("cli.words-incidents"),
    "personal": Message("cli.words-personal"),
    "vault": Message("cli.words-vault"),
    "no-vault": Message("cli.words-no-vault"),
    "written": Message("cli.words-written"),
    "released": Message("cli.words-released"),
    "choice": Message("cli.words-choice"),
    "again": Message("cli.words-again"),
    "not-a-number": Message("cli.words-not-a-number"),
    "not-whole": Message("cli.words-not-whole"),
    "not-a-number-here": Message("cli.words-not-a-number-here"),
    "not-whole-here": Message("cli.words-not-whole-here"),
    "no-text": Message("cli.words-no-text"),
}
