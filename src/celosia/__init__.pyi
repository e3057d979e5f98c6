"""The public names of Celosía, by what they are for; `__init__.py` loads each where this says."""

# reading and writing tables
from celosia.workflow.find_certificate import find_certificate as find_certificate
from celosia.workflow.serve import (
    left_behind as left_behind,
    load_table as load_table,
    moved_away as moved_away,
)
from celosia.workflow.read import Page as Page, page_of as page_of
from celosia.workflow.read import (
    read as read,
    read_schema as read_schema,
    write_schema as write_schema,
)
from celosia.core.engine import Engine as Engine, engine_of as engine_of
from celosia.core.classes import Classes as Classes
from celosia.text.languages import Language as Language
from celosia.text.messages import Message as Message
from celosia.core.values import NullPolicy as NullPolicy
from celosia.core.schema import SHOWN_AS as SHOWN_AS, ReadOptions as ReadOptions
from celosia.core.schema import Role as Role, Roles as Roles
from celosia.core.schema import Column as Column, ColumnType as ColumnType, Schema as Schema
from celosia.core.table import Table as Table
from celosia.core.table_maker import TableMaker as TableMaker
from celosia.core.values import ValueCounts as ValueCounts
from celosia.files.file_format import FILE_FORMATS as FILE_FORMATS, Format as Format

# what is proposed, and why
from celosia.workflow.propose import KCurve as KCurve, KPoint as KPoint, propose_k as propose_k
from celosia.workflow.propose import (
    ColumnProfile as ColumnProfile,
    Proposal as Proposal,
    init as init,
    propose as propose,
)

# hierarchies
from celosia.workflow.read import (
    read_hierarchy as read_hierarchy,
    write_hierarchy as write_hierarchy,
)
from celosia.core.hierarchy import Hierarchy as Hierarchy, HierarchyProblems as HierarchyProblems
from celosia.hierarchies import (
    RULES as RULES,
    Dates as Dates,
    Digits as Digits,
    ExplicitRows as ExplicitRows,
    Frequent as Frequent,
    FromFile as FromFile,
    HierarchyRule as HierarchyRule,
    Intervals as Intervals,
    Masking as Masking,
    OrderedGroups as OrderedGroups,
    ProposedHierarchy as ProposedHierarchy,
    RuleDescription as RuleDescription,
    Suppression as Suppression,
    Taxonomy as Taxonomy,
    TaxonomyTree as TaxonomyTree,
    usual_rule as usual_rule,
    propose_hierarchy as propose_hierarchy,
    rule_from_dict as rule_from_dict,
    rule_to_dict as rule_to_dict,
)

# what private means, and what is at risk
from celosia.workflow.assess import Assessment as Assessment, assess as assess
from celosia.workflow.attack import Attacks as Attacks, attack as attack
from celosia.workflow.assess import AttributeFigures as AttributeFigures
from celosia.core.model import (
    MODELS as MODELS,
    DeclaredModel as DeclaredModel,
    ModelDescription as ModelDescription,
    Monotone as Monotone,
    PrivacyModel as PrivacyModel,
    model_from_dict as model_from_dict,
    model_parameters as model_parameters,
)
from celosia.core.model_names import model_name as model_name
from celosia.core.objective import OBJECTIVES as OBJECTIVES
from celosia.core.parameters import (
    Allowed as Allowed,
    Between as Between,
    Flag as Flag,
    NameOfColumn as NameOfColumn,
    NamesOfColumns as NamesOfColumns,
    OneOf as OneOf,
    Numbers as Numbers,
    Texts as Texts,
    VisibleCharacter as VisibleCharacter,
    Whole as Whole,
    parameters_of as parameters_of,
)
from celosia.models import (
    AlphaKAnonymity as AlphaKAnonymity,
    AverageRisk as AverageRisk,
    BesideOthers as BesideOthers,
    BetaLikeness as BetaLikeness,
    DeltaDisclosure as DeltaDisclosure,
    DeltaPresence as DeltaPresence,
    DistinctLDiversity as DistinctLDiversity,
    EntropyLDiversity as EntropyLDiversity,
    EstimatedKMap as EstimatedKMap,
    KAnonymity as KAnonymity,
    KMap as KMap,
    PopulationUniqueness as PopulationUniqueness,
    RecursiveCLDiversity as RecursiveCLDiversity,
    SampleUniqueness as SampleUniqueness,
    TCloseness as TCloseness,
)
from celosia.risk import (
    Attempt as Attempt,
    ClassSizes as ClassSizes,
    Controls as Controls,
    Frequencies as Frequencies,
    Harm as Harm,
    IndividualRisk as IndividualRisk,
    JournalistRisk as JournalistRisk,
    MarketerRisk as MarketerRisk,
    Motivation as Motivation,
    PopulationUniquenessRisk as PopulationUniquenessRisk,
    ProsecutorRisk as ProsecutorRisk,
    ScenarioRisk as ScenarioRisk,
    SubjectClasses as SubjectClasses,
    SudaRisk as SudaRisk,
    frequencies as frequencies,
)

# techniques, pseudonyms and new tables
from celosia.workflow.budget import BudgetFile as BudgetFile, Payment as Payment
from celosia.workflow.derive import NewTables as NewTables, make_tables as make_tables
from celosia.workflow.preview import (
    CellChange as CellChange,
    Preview as Preview,
    TriedStep as TriedStep,
    passing_key as passing_key,
    preview_techniques as preview_techniques,
    values_after as values_after,
)
from celosia.workflow.transform import real_values as real_values
from celosia.workflow.guide import (
    needs_key as needs_key,
    pseudonymized_columns as pseudonymized_columns,
    technique_options as technique_options,
)
from celosia.workflow.reissue import (
    Exchanged as Exchanged,
    coded_by as coded_by,
    deciphered as deciphered,
    rekeyed as rekeyed,
    write_named as write_named,
    write_renamed as write_renamed,
)
from celosia.workflow.transform import Step as Step
from celosia.core.randomness import Randomness as Randomness
from celosia.core.technique import (
    TECHNIQUES as TECHNIQUES,
    Pseudonym as Pseudonym,
    Technique as Technique,
    TechniqueContext as TechniqueContext,
    technique_from_dict as technique_from_dict,
    technique_to_dict as technique_to_dict,
)
from celosia.techniques.effect import ColumnEffect as ColumnEffect, Effect as Effect
from celosia.techniques.pseudonyms.pseudonym import PERSONAL_DATA as PERSONAL_DATA
from celosia.techniques.pseudonyms.random_pseudonym import RandomPseudonym as RandomPseudonym
from celosia.techniques.tables.aggregation import Aggregation as Aggregation
from celosia.techniques.tables.anatomization import Anatomization as Anatomization
from celosia.techniques.tables.privacy_budget import (
    Expense as Expense,
    PrivacyBudget as PrivacyBudget,
)
from celosia.techniques.tables.private_aggregation import PrivateAggregation as PrivateAggregation
from celosia.techniques.tables.data_for_testing import DataForTesting as DataForTesting
from celosia.techniques.tables.statistical_copy import StatisticalCopy as StatisticalCopy
from celosia.vault.vault import VaultFile as VaultFile
from celosia.vault.upkeep import (
    coded_vaults as coded_vaults,
    linked_vaults as linked_vaults,
    second_coding as second_coding,
)
from celosia.vault.vault import Vault as Vault, open_vault as open_vault
from celosia.vault.upkeep import (
    DESTRUCTION_LIMITS as DESTRUCTION_LIMITS,
    destroy_vault as destroy_vault,
)
from celosia.vault.cipher import (
    key_of as key_of,
    new_key as new_key,
    passphrase_secret as passphrase_secret,
    read_key_file as read_key_file,
    write_key_file as write_key_file,
)
from celosia.vault.upkeep import (
    Renaming as Renaming,
    reissued as reissued,
    rotate_vault as rotate_vault,
)

# fuzzy sets
from celosia.workflow.replicate import (
    experiment_census as experiment_census,
    write_experiment as write_experiment,
)
from celosia.workflow.code_fuzzy import VagueLabels as VagueLabels
from celosia.methods.fuzzy.fuzzy_choices import Coding as Coding, FuzzyChoices as FuzzyChoices
from celosia.methods.fuzzy.experiment import (
    Experiment as Experiment,
    ExperimentMode as ExperimentMode,
)
from celosia.methods.fuzzy.fuzzy_figures import (
    FuzzyFigures as FuzzyFigures,
    measure_labels as measure_labels,
)
from celosia.methods.fuzzy.labelling import FuzzyLabels as FuzzyLabels, fuzzy_labels as fuzzy_labels

# the guide's five steps
from celosia.workflow.guide import (
    ColumnOption as ColumnOption,
    PlannedEffect as PlannedEffect,
    column_options as column_options,
    make_coarser as make_coarser,
    planned_effect as planned_effect,
)
from celosia.workflow.lower_risk import (
    GuidedRisk as GuidedRisk,
    guided_risk as guided_risk,
    leave_records_out as leave_records_out,
    lower_risk as lower_risk,
    unchanged_records as unchanged_records,
    widest as widest,
)
from celosia.workflow.guide import (
    Guidance as Guidance,
    answer_controls as answer_controls,
    begin_guidance as begin_guidance,
    decide_risk as decide_risk,
    decide_role as decide_role,
    decide_techniques as decide_techniques,
    guided_recipe as guided_recipe,
    let_search as let_search,
)
from celosia.core.use_case import UseCase as UseCase
from celosia.guide import (
    CONTROLS as CONTROLS,
    INCIDENTS as INCIDENTS,
    USE_CASES as USE_CASES,
    Control as Control,
    Loss as Loss,
    Question as Question,
    Verdict as Verdict,
    answers_of as answers_of,
    ask_next as ask_next,
    checklist as checklist,
    checklist_record as checklist_record,
    family_title as family_title,
)

# searching, publishing, verifying
from celosia.workflow.compare import Comparison as Comparison, compare as compare
from celosia.workflow.compare import hierarchies_of as hierarchies_of
from celosia.workflow.group_pieces import GroupedPieces as GroupedPieces
from celosia.workflow.population import write_population as write_population
from celosia.workflow.count import check_population as check_population
from celosia.workflow.find_certificate import is_made_of as is_made_of
from celosia.workflow.publish import Release as Release, anonymize as anonymize
from celosia.workflow.decide import Candidates as Candidates, candidates as candidates
from celosia.workflow.targets import release_address as release_address
from celosia.workflow.verify import (
    Figures as Figures,
    Verification as Verification,
    verify as verify,
)
from celosia.methods.clustering.choices import (
    GroupingOptions as GroupingOptions,
    Output as Output,
    Split as Split,
)
from celosia.methods.clustering.grouping import Grouping as Grouping
from celosia.methods.lattice import (
    Candidate as Candidate,
    Height as Height,
    SearchResult as SearchResult,
)
from celosia.methods.method import (
    DEFAULT_METHOD as DEFAULT_METHOD,
    METHODS as METHODS,
    UNTOUCHED_METHOD as UNTOUCHED_METHOD,
    MethodFamily as MethodFamily,
    Method as Method,
)
from celosia.recipe import Recipe as Recipe

# reports, certificates and the demo
from celosia.demo import write_hospital as write_hospital
from celosia.register import FoundCertificate as FoundCertificate, json_ready as json_ready
from celosia.reporting.glossary import (
    PRIVACY_GLOSSARY as PRIVACY_GLOSSARY,
    UTILITY_GLOSSARY as UTILITY_GLOSSARY,
)
from celosia.reporting.write_report import report as report

# errors
from celosia.errors import (
    Cancelled as Cancelled,
    CelosiaError as CelosiaError,
    DataError as DataError,
    HierarchyError as HierarchyError,
    MissingExtraError as MissingExtraError,
    NotAchievable as NotAchievable,
    ParameterError as ParameterError,
    RecipeError as RecipeError,
    RoleError as RoleError,
    SchemaError as SchemaError,
    VerificationFailed as VerificationFailed,
)
