"""What every page says: titles, buttons, jobs, and what can go wrong."""

from __future__ import annotations

from collections.abc import Mapping

from celosia import Message

APP = Message("app.app")
TAGLINE = Message("app.tagline")
ONLY_HERE = Message("app.only-here")
LANGUAGE = Message("app.language")
PROJECTS = Message("app.projects")
YOUR_PROJECTS = Message("app.your-projects")
NO_PROJECTS = Message("app.no-projects")
BEGIN = Message("app.begin")
PROJECT_NAME = Message("app.project-name")
NEW_NAME = Message("app.new-name")
BEGIN_BUTTON = Message("app.begin-button")
OPEN = Message("app.open")
BEGUN_ON = Message("app.begun-on")
NO_TABLE = Message("app.no-table")
GONE_TITLE = Message("app.gone-title")
GONE = Message("app.gone")
SKIP = Message("app.skip")
LOST = Message("app.lost")
LOST_MEANS = Message("app.lost-means")
STEPS_NAME = Message("app.steps-name")
UNDO = Message("app.undo")
REDO = Message("app.redo")
UNDONE = Message("app.undone")
REDONE = Message("app.redone")
OTHER_TABLE = Message("app.other-table")
NO_TABLE_NOW = Message("app.no-table-now")
NEXT = Message("app.next")
LOADING = Message("app.loading")
SAVED = Message("app.saved")
WHY = Message("app.why")
DETAIL = Message("app.detail")
STALE = Message("app.stale")
STALE_RELEASE = Message("app.stale-release")
CORRECT_FIRST = Message("app.correct-first")
FIRST_ROLES = Message("app.first-roles")
NO_QUASI_IDENTIFIERS = Message("app.no-quasi-identifiers")
GO_TO = Message("app.go-to")
CLOSE = Message("app.close")
CANCEL = Message("app.cancel")

WHOLE = Message("app.whole")
WHOLE_FROM_TO = Message("app.whole-from-to")
ANY_NUMBER = Message("app.any-number")
FROM_TO = Message("app.from-to")
ABOVE_UP_TO = Message("app.above-up-to")
AT_LEAST = Message("app.at-least")
ABOVE = Message("app.above")

JOB_RUNNING = Message("app.job-running")
JOB_WAITING = Message("app.job-waiting")
ABORT = Message("app.abort")
TRY_AGAIN = Message("app.try-again")
JOB_DONE = Message("app.job-done")

WENT_WRONG = Message("app.went-wrong")
DATA_ON_SERVER = Message("app.data-on-server")
ERRORS: Mapping[str, Message] = {
    "Died": Message("app.errors-died"),
    "NotAchievable": Message("app.errors-notachievable"),
    "DataError": Message("app.errors-dataerror"),
    "ServerError": Message("app.errors-servererror"),
    "SchemaError": Message("app.errors-schemaerror"),
    "HierarchyError": Message("app.errors-hierarchyerror"),
    "RoleError": Message("app.errors-roleerror"),
    "ParameterError": Message("app.errors-parametererror"),
    "AddressError": Message("app.errors-addresserror"),
    "VerificationFailed": Message("app.errors-verificationfailed"),
    "TooLargeError": Message("app.errors-toolargeerror"),
    "MissingExtraError": Message("app.errors-missingextraerror"),
    "Unexpected": Message("app.errors-unexpected"),
    "Cancelled": Message("app.errors-cancelled"),
}
ROLES: Mapping[str, Message] = {
    "identifier": Message("app.roles-identifier"),
    "quasi-identifier": Message("app.roles-quasi-identifier"),
    "sensitive": Message("app.roles-sensitive"),
    "insensitive": Message("app.roles-insensitive"),
}
