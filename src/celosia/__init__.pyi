"""The public names of Celosía, by what they are for; `__init__.py` loads each where this says.

The rest lies in the sub-modules that stand at the end: `celosia.models.KAnonymity`.
"""

# reading and writing tables and hierarchies
from celosia.workflow.read import (
    read as read,
    read_hierarchy as read_hierarchy,
    write_hierarchy as write_hierarchy,
)
from celosia.core.table import Table as Table
from celosia.core.schema import (
    Schema as Schema,
    Column as Column,
    ColumnType as ColumnType,
    Role as Role,
    ReadOptions as ReadOptions,
)
from celosia.core.values import NullPolicy as NullPolicy
from celosia.core.hierarchy import Hierarchy as Hierarchy
from celosia.workflow.read import load_table as load_table

# what is proposed, and why
from celosia.workflow.propose import (
    propose as propose,
    Proposal as Proposal,
    propose_k as propose_k,
)
from celosia.hierarchies import propose_hierarchy as propose_hierarchy

# what is to be done: all choices in one object
from celosia.recipe import Recipe as Recipe

# what there is to choose from, by name
from celosia.core.engine import ENGINES as ENGINES
from celosia.files.file_format import FILE_FORMATS as FILE_FORMATS
from celosia.methods.method import METHODS as METHODS
from celosia.core.model import MODELS as MODELS
from celosia.core.objective import OBJECTIVES as OBJECTIVES
from celosia.hierarchies import RULES as RULES
from celosia.core.technique import TECHNIQUES as TECHNIQUES

# searching, publishing, verifying
from celosia.workflow.decide import candidates as candidates, Candidates as Candidates
from celosia.methods.lattice import Candidate as Candidate
from celosia.workflow.publish import anonymize as anonymize, Release as Release
from celosia.workflow.verify import verify as verify, Verification as Verification

# what is at risk, and what is lost
from celosia.workflow.assess import assess as assess, Assessment as Assessment
from celosia.workflow.attack import attack as attack, Attacks as Attacks
from celosia.workflow.compare import compare as compare, Comparison as Comparison
from celosia.reporting.write_report import public_report as public_report, report as report

# new tables, and who is behind a pseudonym
from celosia.workflow.derive import make_tables as make_tables, NewTables as NewTables
from celosia.vault.vault import open_vault as open_vault

# languages
from celosia.text.languages import Language as Language

# errors
from celosia.errors import (
    CelosiaError as CelosiaError,
    Cancelled as Cancelled,
    DataError as DataError,
    NotAchievable as NotAchievable,
    ParameterError as ParameterError,
    VerificationFailed as VerificationFailed,
)

# sub-modules
from celosia import (
    errors as errors,
    guide as guide,
    hierarchies as hierarchies,
    models as models,
    risk as risk,
)
