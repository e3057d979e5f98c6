"""Classes counted in persons, where a person may have several records."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from celosia.core.arrays import CodeArray, IntArray
from celosia.core.classes import Classes
from celosia.errors import ParameterError


@dataclass(frozen=True, slots=True, eq=False)
class SubjectClasses:
    """How many different persons, and how many records, each class holds.

    Five records of one person hide nobody: k counts persons.

    References: El Emam, *Guide to the De-Identification of Personal Health Information*, 2013,
    chapter on longitudinal data.

    >>> counted = SubjectClasses.of(np.array([0, 0, 0, 1, 1]), np.array([7, 7, 7, 7, 8]))
    >>> counted.persons, counted.k, counted.unique
    (array([1, 2]), 1, 3)
    """

    persons: IntArray
    """Different persons of each class."""
    records: IntArray
    """Records of each class."""

    @classmethod
    def of(cls, class_of: IntArray, subject_of: CodeArray) -> SubjectClasses:
        """Count persons, given the class (0, 1, ...) and the person of every record."""
        if class_of.size == 0:
            raise ParameterError("risk.subjectclasses-no-records-measure")
        if class_of.shape != subject_of.shape:
            raise ParameterError(
                "risk.subjectclasses-records-but-subjects",
                records=class_of.size,
                subjects=subject_of.size,
            )
        _, subject = np.unique(subject_of, return_inverse=True)
        width = int(subject.max()) + 1
        pairs = np.unique(class_of.astype(np.int64) * width + subject)
        records = np.bincount(class_of)
        return cls(np.bincount(pairs // width, minlength=records.size), records)

    @property
    def k(self) -> int:
        """Persons of the class that holds fewest; a class number without records is no class."""
        return int(self.persons[self.records > 0].min())

    @property
    def unique(self) -> int:
        """Records of persons who are alone in their class."""
        return int(self.records[self.persons == 1].sum())

    @property
    def classes(self) -> Classes:
        """The classes with persons for sizes, ready for every model of sizes and for every risk.

        >>> counted = SubjectClasses.of(np.array([0, 0, 0]), np.array([7, 7, 8]))
        >>> counted.classes.sizes, counted.classes.records
        (array([2]), array([3]))
        """
        held = self.records > 0
        return Classes(self.persons[held], records=self.records[held])
