"""What holds of groups by any method: models after the refinement, figures, progress, seeds."""

from __future__ import annotations

import numpy as np
import pytest
from tests.support.grouped_records import problem_of

from celosia.errors import Cancelled
from celosia.methods.clustering.group_labels import labels
from celosia.methods.clustering.group_records import group
from celosia.methods.method_options import GroupingOptions
from celosia.models import DistinctLDiversity, EntropyLDiversity, KAnonymity

QUICK = GroupingOptions(refine=5, effort=0.2)


def test_groups_that_look_alike_after_the_refinement_satisfy_the_models_as_one_class():
    model = EntropyLDiversity("dx", 2.0, estimator="grassberger")
    problem = problem_of(
        {"a": "pqqpqqpqpqpqppqqqpqppqp", "b": "wwuvwwuuwuwvwuwuvuvvuwv"},
        models=(KAnonymity(2), model),
        sensitive={"dx": "xxxzzyxxxyyxyxxxzzzyzxz"},
    )

    found = group(problem, "k-members", QUICK)

    told = list(zip(*labels(problem, found.group_of).values(), strict=True))
    class_of = np.array([told.index(told[g]) for g in found.group_of])
    classes = problem.classes(np.unique(class_of, return_inverse=True)[1])
    assert model.accepts(classes).all()


def test_the_refinement_reckons_the_suppressed_records_as_the_loss_does():
    far = ["20", "21", "22", "40", "41", "42", "1000", "1001"]
    problem = problem_of(
        {"age": far},
        numeric=("age",),
        sensitive={"dx": ["flu", "gout", "flu", "gout", "flu", "gout", "flu", "flu"]},
        models=(KAnonymity(2), DistinctLDiversity("dx", 2)),
        suppression=0.25,
    )

    found = group(problem, "mondrian", QUICK)

    assert found.suppressed == 2
    assert found.refined is not None
    assert found.refined.after == pytest.approx(found.loss)
    assert found.refined.before >= found.refined.after


@pytest.mark.parametrize("method", ["k-members", "l-greedy"])
def test_the_greedy_methods_tell_of_their_progress_and_can_be_stopped(method):
    problem = problem_of({"age": [str(age) for age in range(50)]}, numeric=("age",))

    def stop(stage: str, share: float) -> None:
        raise Cancelled("Enough.")

    with pytest.raises(Cancelled):
        group(problem, method, GroupingOptions(refine=0), progress=stop)


@pytest.mark.kernels
def test_any_whole_number_is_a_seed():
    ages = {"age": [str(age) for age in range(20)]}
    problem = problem_of(ages, numeric=("age",), seed=-1)

    assert group(problem, "k-members", QUICK).sizes.min() >= 2
