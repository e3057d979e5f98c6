"""The kinds of values that are recognised."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What the values of a column are, whatever the column is called."""

    DNI = "dni"
    NIE = "nie"
    NIF = "nif"
    """A mixture of DNI, NIE and company numbers."""
    CIF = "cif"
    NUSS = "nuss"
    EMAIL = "email"
    PHONE = "phone"
    IBAN = "iban"
    CARD = "card"
    URL = "url"
    UUID = "uuid"
    IP = "ip"
    PLATE = "plate"
    ROW_NUMBER = "row-number"
    FREE_TEXT = "free-text"
    POSTCODE = "postcode"
    COORDINATE = "coordinate"
    DATE = "date"
    BIRTH_DATE = "birth-date"
    YEAR = "year"
    BIRTH_YEAR = "birth-year"
    AGE = "age"
    SEX = "sex"
    ICD10 = "icd10"
