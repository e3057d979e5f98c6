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
    )
    from celosia.api.assessing import (
        assess as assess,
    )
    from celosia.api.attacking import (
        Attacks as Attacks,
    )
    from celosia.api.attacking import (
        attack as attack,
    )
    from celosia.api.attribute_figures import (
        AttributeFigures as AttributeFigures,
    )
    from celosia.api.comparing import (
        Comparison as Comparison,
    )
    from celosia.api.comparing import (
        compare as compare,
    )
    from celosia.api.databases import (
        left_behind as left_behind,
    )
    from celosia.api.databases import (
        load_table as load_table,
    )
    from celosia.api.experimenting import (
        experiment_census as experiment_census,
    )
    from celosia.api.experimenting import (
        write_experiment as write_experiment,
    )
    from celosia.api.explaining import (
        hierarchies_of as hierarchies_of,
    )
    from celosia.api.grouping_in_pieces import (
        GroupedPieces as GroupedPieces,
    )
    from celosia.api.guided_columns import (
        ColumnOption as ColumnOption,
    )
    from celosia.api.guided_columns import (
        PlannedEffect as PlannedEffect,
    )
    from celosia.api.guided_columns import (
        column_options as column_options,
    )
    from celosia.api.guided_columns import (
        make_coarser as make_coarser,
    )
    from celosia.api.guided_columns import (
        planned_effect as planned_effect,
    )
    from celosia.api.guided_risk import (
        GuidedRisk as GuidedRisk,
    )
    from celosia.api.guided_risk import (
        guided_risk as guided_risk,
    )
    from celosia.api.guided_risk import (
        leave_records_out as leave_records_out,
    )
    from celosia.api.guided_risk import (
        lower_risk as lower_risk,
    )
    from celosia.api.guided_risk import (
        unchanged_records as unchanged_records,
    )
    from celosia.api.guided_risk import (
        widest as widest,
    )
    from celosia.api.guiding import (
        Guidance as Guidance,
    )
    from celosia.api.guiding import (
        answer_controls as answer_controls,
    )
    from celosia.api.guiding import (
        begin_guidance as begin_guidance,
    )
    from celosia.api.guiding import (
        decide_risk as decide_risk,
    )
    from celosia.api.guiding import (
        decide_role as decide_role,
    )
    from celosia.api.guiding import (
        decide_techniques as decide_techniques,
    )
    from celosia.api.guiding import (
        guided_recipe as guided_recipe,
    )
    from celosia.api.guiding import (
        let_search as let_search,
    )
    from celosia.api.k_curve import (
        KCurve as KCurve,
    )
    from celosia.api.k_curve import (
        KPoint as KPoint,
    )
    from celosia.api.k_curve import (
        propose_k as propose_k,
    )
    from celosia.api.new_tables import (
        Maker as Maker,
    )
    from celosia.api.new_tables import (
        NewTables as NewTables,
    )
    from celosia.api.new_tables import (
        make_tables as make_tables,
    )
    from celosia.api.paging import (
        Page as Page,
    )
    from celosia.api.paging import (
        page_of as page_of,
    )
    from celosia.api.proposing import (
        ColumnProfile as ColumnProfile,
    )
    from celosia.api.proposing import (
        Proposal as Proposal,
    )
    from celosia.api.proposing import (
        init as init,
    )
    from celosia.api.proposing import (
        propose as propose,
    )
    from celosia.api.reading import (
        read as read,
    )
    from celosia.api.reading import (
        read_schema as read_schema,
    )
    from celosia.api.reading import (
        write_schema as write_schema,
    )
    from celosia.api.releasing import (
        Release as Release,
    )
    from celosia.api.releasing import (
        anonymize as anonymize,
    )
    from celosia.api.searching import (
        Candidates as Candidates,
    )
    from celosia.api.searching import (
        candidates as candidates,
    )
    from celosia.api.stored_hierarchies import (
        read_hierarchy as read_hierarchy,
    )
    from celosia.api.stored_hierarchies import (
        write_hierarchy as write_hierarchy,
    )
    from celosia.api.transforming import (
        Step as Step,
    )
    from celosia.api.vague import (
        VagueLabels as VagueLabels,
    )
    from celosia.api.verifying import (
        Figures as Figures,
    )
    from celosia.api.verifying import (
        Verification as Verification,
    )
    from celosia.api.verifying import (
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
    )
    from celosia.domain.hierarchy import (
        HierarchyProblems as HierarchyProblems,
    )
    from celosia.domain.language import (
        Language as Language,
    )
    from celosia.domain.language import (
        Sentence as Sentence,
    )
    from celosia.domain.model import (
        Monotone as Monotone,
    )
    from celosia.domain.model import (
        PrivacyModel as PrivacyModel,
    )
    from celosia.domain.nulls import (
        NullPolicy as NullPolicy,
    )
    from celosia.domain.randomness import (
        Randomness as Randomness,
    )
    from celosia.domain.reading import (
        ReadOptions as ReadOptions,
    )
    from celosia.domain.roles import (
        Role as Role,
    )
    from celosia.domain.roles import (
        Roles as Roles,
    )
    from celosia.domain.schema import (
        Column as Column,
    )
    from celosia.domain.schema import (
        ColumnType as ColumnType,
    )
    from celosia.domain.schema import (
        Schema as Schema,
    )
    from celosia.domain.table import (
        Table as Table,
    )
    from celosia.domain.technique import (
        Means as Means,
    )
    from celosia.domain.technique import (
        Technique as Technique,
    )
    from celosia.domain.use_case import (
        UseCase as UseCase,
    )
    from celosia.domain.values import (
        ValueCounts as ValueCounts,
    )
    from celosia.errors import (
        Cancelled as Cancelled,
    )
    from celosia.errors import (
        CelosiaError as CelosiaError,
    )
    from celosia.errors import (
        DataError as DataError,
    )
    from celosia.errors import (
        HierarchyError as HierarchyError,
    )
    from celosia.errors import (
        MissingExtraError as MissingExtraError,
    )
    from celosia.errors import (
        NotAchievable as NotAchievable,
    )
    from celosia.errors import (
        ParameterError as ParameterError,
    )
    from celosia.errors import (
        RecipeError as RecipeError,
    )
    from celosia.errors import (
        RoleError as RoleError,
    )
    from celosia.errors import (
        SchemaError as SchemaError,
    )
    from celosia.errors import (
        VerificationFailed as VerificationFailed,
    )
    from celosia.guide import (
        CONTROLS as CONTROLS,
    )
    from celosia.guide import (
        INCIDENTS as INCIDENTS,
    )
    from celosia.guide import (
        USE_CASES as USE_CASES,
    )
    from celosia.guide import (
        Control as Control,
    )
    from celosia.guide import (
        Loss as Loss,
    )
    from celosia.guide import (
        Question as Question,
    )
    from celosia.guide import (
        Verdict as Verdict,
    )
    from celosia.guide import (
        answers_of as answers_of,
    )
    from celosia.guide import (
        ask_next as ask_next,
    )
    from celosia.guide import (
        checklist as checklist,
    )
    from celosia.guide import (
        checklist_record as checklist_record,
    )
    from celosia.guide import (
        family_title as family_title,
    )
    from celosia.hierarchies import (
        Dates as Dates,
    )
    from celosia.hierarchies import (
        Digits as Digits,
    )
    from celosia.hierarchies import (
        ExplicitRows as ExplicitRows,
    )
    from celosia.hierarchies import (
        Frequent as Frequent,
    )
    from celosia.hierarchies import (
        FromFile as FromFile,
    )
    from celosia.hierarchies import (
        HierarchyRule as HierarchyRule,
    )
    from celosia.hierarchies import (
        Intervals as Intervals,
    )
    from celosia.hierarchies import (
        Masking as Masking,
    )
    from celosia.hierarchies import (
        OrderedGroups as OrderedGroups,
    )
    from celosia.hierarchies import (
        ProposedHierarchy as ProposedHierarchy,
    )
    from celosia.hierarchies import (
        Suppression as Suppression,
    )
    from celosia.hierarchies import (
        Taxonomy as Taxonomy,
    )
    from celosia.hierarchies import (
        TaxonomyTree as TaxonomyTree,
    )
    from celosia.hierarchies import (
        propose_hierarchy as propose_hierarchy,
    )
    from celosia.hierarchies import (
        rule_from_dict as rule_from_dict,
    )
    from celosia.hierarchies import (
        rule_to_dict as rule_to_dict,
    )
    from celosia.methods.clustering.choices import (
        GroupingOptions as GroupingOptions,
    )
    from celosia.methods.clustering.choices import (
        Output as Output,
    )
    from celosia.methods.clustering.choices import (
        Split as Split,
    )
    from celosia.methods.clustering.grouping import (
        Grouping as Grouping,
    )
    from celosia.methods.fuzzy.choices import (
        Coding as Coding,
    )
    from celosia.methods.fuzzy.choices import (
        FuzzyChoices as FuzzyChoices,
    )
    from celosia.methods.fuzzy.experiment import (
        Experiment as Experiment,
    )
    from celosia.methods.fuzzy.experiment import (
        ExperimentMode as ExperimentMode,
    )
    from celosia.methods.fuzzy.figures import (
        FuzzyFigures as FuzzyFigures,
    )
    from celosia.methods.fuzzy.figures import (
        measure_labels as measure_labels,
    )
    from celosia.methods.fuzzy.labelling import (
        FuzzyLabels as FuzzyLabels,
    )
    from celosia.methods.fuzzy.labelling import (
        fuzzy_labels as fuzzy_labels,
    )
    from celosia.methods.lattice import (
        Candidate as Candidate,
    )
    from celosia.methods.lattice import (
        SearchResult as SearchResult,
    )
    from celosia.methods.method import (
        Method as Method,
    )
    from celosia.methods.techniques.effect import (
        ColumnEffect as ColumnEffect,
    )
    from celosia.methods.techniques.effect import (
        Effect as Effect,
    )
    from celosia.methods.techniques.pseudonyms.common import (
        PERSONAL_DATA as PERSONAL_DATA,
    )
    from celosia.methods.techniques.registry import (
        TECHNIQUES as TECHNIQUES,
    )
    from celosia.methods.techniques.registry import (
        technique_from_dict as technique_from_dict,
    )
    from celosia.methods.techniques.registry import (
        technique_to_dict as technique_to_dict,
    )
    from celosia.methods.techniques.tables.aggregation import (
        Aggregation as Aggregation,
    )
    from celosia.methods.techniques.tables.anatomization import (
        Anatomization as Anatomization,
    )
    from celosia.methods.techniques.tables.privacy_budget import (
        PrivacyBudget as PrivacyBudget,
    )
    from celosia.methods.techniques.tables.private_aggregation import (
        PrivateAggregation as PrivateAggregation,
    )
    from celosia.methods.techniques.tables.synthetic.for_testing import (
        DataForTesting as DataForTesting,
    )
    from celosia.methods.techniques.tables.synthetic.statistical_copy import (
        StatisticalCopy as StatisticalCopy,
    )
    from celosia.models import (
        AlphaKAnonymity as AlphaKAnonymity,
    )
    from celosia.models import (
        AverageRisk as AverageRisk,
    )
    from celosia.models import (
        BesideOthers as BesideOthers,
    )
    from celosia.models import (
        BetaLikeness as BetaLikeness,
    )
    from celosia.models import (
        DeltaDisclosure as DeltaDisclosure,
    )
    from celosia.models import (
        DeltaPresence as DeltaPresence,
    )
    from celosia.models import (
        DistinctLDiversity as DistinctLDiversity,
    )
    from celosia.models import (
        EntropyLDiversity as EntropyLDiversity,
    )
    from celosia.models import (
        EstimatedKMap as EstimatedKMap,
    )
    from celosia.models import (
        KAnonymity as KAnonymity,
    )
    from celosia.models import (
        KMap as KMap,
    )
    from celosia.models import (
        PopulationUniqueness as PopulationUniqueness,
    )
    from celosia.models import (
        RecursiveCLDiversity as RecursiveCLDiversity,
    )
    from celosia.models import (
        SampleUniqueness as SampleUniqueness,
    )
    from celosia.models import (
        TCloseness as TCloseness,
    )
    from celosia.models import (
        model_from_dict as model_from_dict,
    )
    from celosia.recipe import (
        Recipe as Recipe,
    )
    from celosia.register import (
        json_ready as json_ready,
    )
    from celosia.register.keeping import (
        VaultFile as VaultFile,
    )
    from celosia.register.linking import (
        coded_vaults as coded_vaults,
    )
    from celosia.register.linking import (
        linked_vaults as linked_vaults,
    )
    from celosia.register.linking import (
        second_coding as second_coding,
    )
    from celosia.register.vault import (
        Vault as Vault,
    )
    from celosia.register.vault import (
        open_vault as open_vault,
    )
    from celosia.register.vault_destruction import (
        DESTRUCTION_LIMITS as DESTRUCTION_LIMITS,
    )
    from celosia.register.vault_destruction import (
        destroy_vault as destroy_vault,
    )
    from celosia.register.vault_secrets import (
        passphrase_secret as passphrase_secret,
    )
    from celosia.register.vault_secrets import (
        read_key_file as read_key_file,
    )
    from celosia.register.vault_secrets import (
        write_key_file as write_key_file,
    )
    from celosia.register.vault_tables import (
        write_relabelled as write_relabelled,
    )
    from celosia.register.vault_upkeep import (
        Renaming as Renaming,
    )
    from celosia.register.vault_upkeep import (
        reissued as reissued,
    )
    from celosia.register.vault_upkeep import (
        rotate_vault as rotate_vault,
    )
    from celosia.reporting.glossary import (
        PRIVACY_GLOSSARY as PRIVACY_GLOSSARY,
    )
    from celosia.reporting.glossary import (
        UTILITY_GLOSSARY as UTILITY_GLOSSARY,
    )
    from celosia.reporting.report import (
        report as report,
    )
    from celosia.risk import (
        Attempt as Attempt,
    )
    from celosia.risk import (
        ClassSizes as ClassSizes,
    )
    from celosia.risk import (
        Frequencies as Frequencies,
    )
    from celosia.risk import (
        IndividualRisk as IndividualRisk,
    )
    from celosia.risk import (
        JournalistRisk as JournalistRisk,
    )
    from celosia.risk import (
        MarketerRisk as MarketerRisk,
    )
    from celosia.risk import (
        PopulationUniquenessRisk as PopulationUniquenessRisk,
    )
    from celosia.risk import (
        ProsecutorRisk as ProsecutorRisk,
    )
    from celosia.risk import (
        ScenarioRisk as ScenarioRisk,
    )
    from celosia.risk import (
        SubjectClasses as SubjectClasses,
    )
    from celosia.risk import (
        SudaRisk as SudaRisk,
    )
    from celosia.risk import (
        frequencies as frequencies,
    )

_PUBLIC = {
    # reading and deciding
    "read": "celosia.api.reading",
    "read_schema": "celosia.api.reading",
    "write_schema": "celosia.api.reading",
    "page_of": "celosia.api.paging",
    "Page": "celosia.api.paging",
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
    "Method": "celosia.methods.method",
    "GroupingOptions": "celosia.methods.clustering.choices",
    "Output": "celosia.methods.clustering.choices",
    "Split": "celosia.methods.clustering.choices",
    "Grouping": "celosia.methods.clustering.grouping",
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
    "read_hierarchy": "celosia.api.stored_hierarchies",
    "rule_from_dict": "celosia.hierarchies",
    "rule_to_dict": "celosia.hierarchies",
    "write_hierarchy": "celosia.api.stored_hierarchies",
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
    # database servers
    "left_behind": "celosia.api.databases",
    "load_table": "celosia.api.databases",
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
    "json_ready": "celosia.register",
    "compare": "celosia.api.comparing",
    "Comparison": "celosia.api.comparing",
    "attack": "celosia.api.attacking",
    "Attacks": "celosia.api.attacking",
    # techniques
    "Technique": "celosia.domain.technique",
    "TECHNIQUES": "celosia.methods.techniques.registry",
    "technique_from_dict": "celosia.methods.techniques.registry",
    "technique_to_dict": "celosia.methods.techniques.registry",
    "Effect": "celosia.methods.techniques.effect",
    "ColumnEffect": "celosia.methods.techniques.effect",
    "Step": "celosia.api.transforming",
    "VaultFile": "celosia.register.keeping",
    "Vault": "celosia.register.vault",
    "open_vault": "celosia.register.vault",
    "passphrase_secret": "celosia.register.vault_secrets",
    "read_key_file": "celosia.register.vault_secrets",
    "write_key_file": "celosia.register.vault_secrets",
    # the guide's five steps
    "ColumnOption": "celosia.api.guided_columns",
    "PlannedEffect": "celosia.api.guided_columns",
    "column_options": "celosia.api.guided_columns",
    "make_coarser": "celosia.api.guided_columns",
    "planned_effect": "celosia.api.guided_columns",
    "GuidedRisk": "celosia.api.guided_risk",
    "guided_risk": "celosia.api.guided_risk",
    "leave_records_out": "celosia.api.guided_risk",
    "lower_risk": "celosia.api.guided_risk",
    "unchanged_records": "celosia.api.guided_risk",
    "widest": "celosia.api.guided_risk",
    "Guidance": "celosia.api.guiding",
    "answer_controls": "celosia.api.guiding",
    "begin_guidance": "celosia.api.guiding",
    "decide_risk": "celosia.api.guiding",
    "decide_role": "celosia.api.guiding",
    "decide_techniques": "celosia.api.guiding",
    "guided_recipe": "celosia.api.guiding",
    "let_search": "celosia.api.guiding",
    "Sentence": "celosia.domain.language",
    "UseCase": "celosia.domain.use_case",
    "CONTROLS": "celosia.guide",
    "INCIDENTS": "celosia.guide",
    "USE_CASES": "celosia.guide",
    "Control": "celosia.guide",
    "Loss": "celosia.guide",
    "Question": "celosia.guide",
    "Verdict": "celosia.guide",
    "answers_of": "celosia.guide",
    "ask_next": "celosia.guide",
    "checklist": "celosia.guide",
    "checklist_record": "celosia.guide",
    "family_title": "celosia.guide",
    # explaining
    "hierarchies_of": "celosia.api.explaining",
    # vaults
    "rotate_vault": "celosia.register.vault_upkeep",
    "reissued": "celosia.register.vault_upkeep",
    "Renaming": "celosia.register.vault_upkeep",
    "second_coding": "celosia.register.linking",
    "linked_vaults": "celosia.register.linking",
    "coded_vaults": "celosia.register.linking",
    "destroy_vault": "celosia.register.vault_destruction",
    "DESTRUCTION_LIMITS": "celosia.register.vault_destruction",
    "write_relabelled": "celosia.register.vault_tables",
    "Means": "celosia.domain.technique",
    "Randomness": "celosia.domain.randomness",
    "PERSONAL_DATA": "celosia.methods.techniques.pseudonyms.common",
    # new tables
    "make_tables": "celosia.api.new_tables",
    "NewTables": "celosia.api.new_tables",
    "Maker": "celosia.api.new_tables",
    "Aggregation": "celosia.methods.techniques.tables.aggregation",
    "PrivateAggregation": "celosia.methods.techniques.tables.private_aggregation",
    "DataForTesting": "celosia.methods.techniques.tables.synthetic.for_testing",
    "StatisticalCopy": "celosia.methods.techniques.tables.synthetic.statistical_copy",
    "Anatomization": "celosia.methods.techniques.tables.anatomization",
    # pieces
    "GroupedPieces": "celosia.api.grouping_in_pieces",
    # fuzzy sets
    "experiment_census": "celosia.api.experimenting",
    "write_experiment": "celosia.api.experimenting",
    "Experiment": "celosia.methods.fuzzy.experiment",
    "ExperimentMode": "celosia.methods.fuzzy.experiment",
    "Coding": "celosia.methods.fuzzy.choices",
    "FuzzyChoices": "celosia.methods.fuzzy.choices",
    "FuzzyLabels": "celosia.methods.fuzzy.labelling",
    "fuzzy_labels": "celosia.methods.fuzzy.labelling",
    "FuzzyFigures": "celosia.methods.fuzzy.figures",
    "measure_labels": "celosia.methods.fuzzy.figures",
    "VagueLabels": "celosia.api.vague",
    "PrivacyBudget": "celosia.methods.techniques.tables.privacy_budget",
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

__all__ = sorted(_PUBLIC)


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module 'celosia' has no attribute '{name}'")
    return getattr(import_module(_PUBLIC[name]), name)


def __dir__() -> list[str]:
    return __all__
