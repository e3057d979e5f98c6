"""What the comments of a proposed recipe say of its entries."""

from __future__ import annotations

from celosia.text.messages import Message

NOTES = {
    "source": Message("workflow.notes-source"),
    "method": Message("workflow.notes-method"),
    "objective": Message("workflow.notes-objective"),
    "suppression": Message("workflow.notes-suppression"),
    "nulls": Message("workflow.notes-nulls"),
    "seed": Message("workflow.notes-seed"),
    "schema": Message("workflow.notes-schema"),
    "roles": Message("workflow.notes-roles"),
    "models": Message("workflow.notes-models"),
    "hierarchies": Message("workflow.notes-hierarchies"),
}
