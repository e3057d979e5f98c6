import pytest

from celosia.core.schema import Role
from celosia.proposals import name_pattern

IDENTIFIERS = """
    dni NIF nombre Apellidos apellido1 first_name surname eMail correo_electronico Teléfono
    mobilePhone iban num_cuenta NHC historia_clinica MRN ssn nuss passport matrícula dirección
    address id user_id uuid ip_address usuario num_expediente id_paciente
"""
QUASI_IDENTIFIERS = """
    edad Age sexo GENDER fecha_nacimiento FechaNacimiento fechanacimiento fnac birth_date dob cp
    cod_postal CódigoPostal zip postcode municipio nombre_municipio provincia ciudad
    native-country pais nacionalidad race etnia estado_civil marital-status profesion occupation
    education nivel_estudios fecha_ingreso ingreso admissionDate num_ingresos user_age fecha
"""
SENSITIVE = """
    diagnostico Diagnosis dolencia enfermedad disease colesterol salario salary ingresos
    ingresos_anuales income renta religion orientacion_sexual sindicato voto tratamiento treatment
    medicacion alergias vih hiv discapacidad condena cause_of_death capital-gain
"""


@pytest.mark.parametrize("name", IDENTIFIERS.split())
def test_names_of_identifiers(name):
    assert name_pattern(name).role is Role.IDENTIFIER


@pytest.mark.parametrize("name", QUASI_IDENTIFIERS.split())
def test_names_of_quasi_identifiers(name):
    assert name_pattern(name).role is Role.QUASI_IDENTIFIER


@pytest.mark.parametrize("name", SENSITIVE.split())
def test_names_of_sensitive_attributes(name):
    assert name_pattern(name).role is Role.SENSITIVE


@pytest.mark.parametrize("name", ["x17", "language", "passage", "", "valor", "multiplatform"])
def test_a_word_inside_another_says_nothing(name):
    assert name_pattern(name) is None
