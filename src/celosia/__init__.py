"""Celosía: anonymize tables of personal records, with the measured proof of what it does.

Read a table, look at what is proposed, decide, and publish::

    with celosia.read("patients.csv") as table:
        recipe = celosia.propose(table).recipe("patients.csv", "release.csv")
        release = celosia.anonymize(table, recipe)

Names are loaded when first used, so that `celosia --help` does not wait for the engine.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from celosia.api.assessing import (
        Assessment as Assessment,
        assess as assess,
    )
    from celosia.api.attacking import (
        Attacks as Attacks,
        attack as attack,
    )
    from celosia.api.attribute_figures import (
        AttributeFigures as AttributeFigures,
    )
    from celosia.api.comparing import (
        Comparison as Comparison,
        compare as compare,
    )
    from celosia.api.k_curve import (
        KCurve as KCurve,
        KPoint as KPoint,
        propose_k as propose_k,
    )
    from celosia.api.proposing import (
        ColumnProfile as ColumnProfile,
        Proposal as Proposal,
        init as init,
        propose as propose,
    )
    from celosia.api.reading import (
        read as read,
        read_schema as read_schema,
        write_schema as write_schema,
    )
    from celosia.api.releasing import (
        Release as Release,
        anonymize as anonymize,
    )
    from celosia.api.searching import (
        Candidates as Candidates,
        candidates as candidates,
    )
    from celosia.api.verifying import (
        Figures as Figures,
        Verification as Verification,
        verify as verify,
    )
    from celosia.demo import (
        write_hospital as write_hospital,
    )
    from celosia.domain.classes import (
        Classes as Classes,
    )
    from celosia.domain.hierarchy import (
        Hierarchy as Hierarchy,
        HierarchyProblems as HierarchyProblems,
    )
    from celosia.domain.language import (
        Language as Language,
    )
    from celosia.domain.model import (
        Monotone as Monotone,
        PrivacyModel as PrivacyModel,
    )
    from celosia.domain.nulls import (
        NullPolicy as NullPolicy,
    )
    from celosia.domain.reading import (
        ReadOptions as ReadOptions,
    )
    from celosia.domain.roles import (
        Role as Role,
        Roles as Roles,
    )
    from celosia.domain.schema import (
        Column as Column,
        ColumnType as ColumnType,
        Schema as Schema,
    )
    from celosia.domain.table import (
        Table as Table,
    )
    from celosia.domain.values import (
        ValueCounts as ValueCounts,
    )
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
    from celosia.hierarchies import (
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
        Suppression as Suppression,
        Taxonomy as Taxonomy,
        TaxonomyTree as TaxonomyTree,
        propose_hierarchy as propose_hierarchy,
        read_hierarchy as read_hierarchy,
        rule_from_dict as rule_from_dict,
        rule_to_dict as rule_to_dict,
        write_hierarchy as write_hierarchy,
    )
    from celosia.methods.lattice import (
        Candidate as Candidate,
        SearchResult as SearchResult,
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
        model_from_dict as model_from_dict,
    )
    from celosia.recipe import (
        Method as Method,
        Recipe as Recipe,
    )
    from celosia.reporting.glossary import (
        PRIVACY_GLOSSARY as PRIVACY_GLOSSARY,
        UTILITY_GLOSSARY as UTILITY_GLOSSARY,
    )
    from celosia.reporting.report import (
        report as report,
    )
    from celosia.risk import (
        Attempt as Attempt,
        ClassSizes as ClassSizes,
        Frequencies as Frequencies,
        IndividualRisk as IndividualRisk,
        JournalistRisk as JournalistRisk,
        MarketerRisk as MarketerRisk,
        PopulationUniquenessRisk as PopulationUniquenessRisk,
        ProsecutorRisk as ProsecutorRisk,
        ScenarioRisk as ScenarioRisk,
        SubjectClasses as SubjectClasses,
        SudaRisk as SudaRisk,
        frequencies as frequencies,
    )

_PUBLIC = {
    # reading and deciding
    "read": "celosia.api.reading",
    "read_schema": "celosia.api.reading",
    "write_schema": "celosia.api.reading",
    "propose": "celosia.api.proposing",
    "init": "celosia.api.proposing",
    "Proposal": "celosia.api.proposing",
    "ColumnProfile": "celosia.api.proposing",
    "propose_k": "celosia.api.k_curve",
    "KCurve": "celosia.api.k_curve",
    "KPoint": "celosia.api.k_curve",
    "Language": "celosia.domain.language",
    "ReadOptions": "celosia.domain.reading",
    "Table": "celosia.domain.table",
    "Column": "celosia.domain.schema",
    "ColumnType": "celosia.domain.schema",
    "Schema": "celosia.domain.schema",
    "Role": "celosia.domain.roles",
    "Roles": "celosia.domain.roles",
    "NullPolicy": "celosia.domain.nulls",
    "ValueCounts": "celosia.domain.values",
    "Method": "celosia.recipe",
    "Recipe": "celosia.recipe",
    # hierarchies
    "Hierarchy": "celosia.domain.hierarchy",
    "HierarchyProblems": "celosia.domain.hierarchy",
    "Dates": "celosia.hierarchies",
    "Digits": "celosia.hierarchies",
    "ExplicitRows": "celosia.hierarchies",
    "Frequent": "celosia.hierarchies",
    "FromFile": "celosia.hierarchies",
    "HierarchyRule": "celosia.hierarchies",
    "Intervals": "celosia.hierarchies",
    "Masking": "celosia.hierarchies",
    "OrderedGroups": "celosia.hierarchies",
    "ProposedHierarchy": "celosia.hierarchies",
    "Suppression": "celosia.hierarchies",
    "Taxonomy": "celosia.hierarchies",
    "TaxonomyTree": "celosia.hierarchies",
    "propose_hierarchy": "celosia.hierarchies",
    "read_hierarchy": "celosia.hierarchies",
    "rule_from_dict": "celosia.hierarchies",
    "rule_to_dict": "celosia.hierarchies",
    "write_hierarchy": "celosia.hierarchies",
    # models
    "Classes": "celosia.domain.classes",
    "Monotone": "celosia.domain.model",
    "PrivacyModel": "celosia.domain.model",
    "AlphaKAnonymity": "celosia.models",
    "AverageRisk": "celosia.models",
    "BesideOthers": "celosia.models",
    "BetaLikeness": "celosia.models",
    "DeltaDisclosure": "celosia.models",
    "DeltaPresence": "celosia.models",
    "DistinctLDiversity": "celosia.models",
    "EntropyLDiversity": "celosia.models",
    "EstimatedKMap": "celosia.models",
    "KAnonymity": "celosia.models",
    "KMap": "celosia.models",
    "PopulationUniqueness": "celosia.models",
    "RecursiveCLDiversity": "celosia.models",
    "SampleUniqueness": "celosia.models",
    "TCloseness": "celosia.models",
    "model_from_dict": "celosia.models",
    # searching and publishing
    "candidates": "celosia.api.searching",
    "Candidates": "celosia.api.searching",
    "anonymize": "celosia.api.releasing",
    "Release": "celosia.api.releasing",
    "verify": "celosia.api.verifying",
    "Figures": "celosia.api.verifying",
    "Verification": "celosia.api.verifying",
    "assess": "celosia.api.assessing",
    "Assessment": "celosia.api.assessing",
    "AttributeFigures": "celosia.api.attribute_figures",
    "Candidate": "celosia.methods.lattice",
    "SearchResult": "celosia.methods.lattice",
    "Attempt": "celosia.risk",
    "ClassSizes": "celosia.risk",
    "Frequencies": "celosia.risk",
    "IndividualRisk": "celosia.risk",
    "JournalistRisk": "celosia.risk",
    "MarketerRisk": "celosia.risk",
    "PopulationUniquenessRisk": "celosia.risk",
    "ProsecutorRisk": "celosia.risk",
    "ScenarioRisk": "celosia.risk",
    "SubjectClasses": "celosia.risk",
    "SudaRisk": "celosia.risk",
    "frequencies": "celosia.risk",
    "write_hospital": "celosia.demo",
    # reporting
    "PRIVACY_GLOSSARY": "celosia.reporting.glossary",
    "UTILITY_GLOSSARY": "celosia.reporting.glossary",
    "report": "celosia.reporting.report",
    "compare": "celosia.api.comparing",
    "Comparison": "celosia.api.comparing",
    "attack": "celosia.api.attacking",
    "Attacks": "celosia.api.attacking",
    # errors
    "Cancelled": "celosia.errors",
    "CelosiaError": "celosia.errors",
    "DataError": "celosia.errors",
    "HierarchyError": "celosia.errors",
    "MissingExtraError": "celosia.errors",
    "NotAchievable": "celosia.errors",
    "ParameterError": "celosia.errors",
    "RecipeError": "celosia.errors",
    "RoleError": "celosia.errors",
    "SchemaError": "celosia.errors",
    "VerificationFailed": "celosia.errors",
}

__all__ = sorted(_PUBLIC)  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module 'celosia' has no attribute '{name}'")
    return getattr(import_module(_PUBLIC[name]), name)


def __dir__() -> list[str]:
    return __all__
