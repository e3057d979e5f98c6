"""The process of a job of a kind that fails as nobody expected."""

import sys
from dataclasses import replace

from celosia.web.service.work import JOB_KINDS
from celosia.web.service.worker import main


def fail(task):
    raise ValueError("Ana García")


if __name__ == "__main__":
    failing = replace(JOB_KINDS["k-curve"], work=fail)
    JOB_KINDS.add("k-curve", failing, module=JOB_KINDS._declared["k-curve"].module)
    sys.exit(main())
