"""What several test files use, and what other packages may test themselves with."""

import pytest

pytest.register_assert_rewrite("tests.support.engine_contract")
