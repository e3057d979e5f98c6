"""The six patients of the thesis (figure 8.1), as a file that a person brings."""

PATIENTS = """fnac;sexo;cod_postal;dolencia
1986;M;53715;gripe
1996;F;53715;neumonía
1986;M;53703;bronquitis
1986;M;53703;fractura brazo
1996;F;53706;apendicitis
1986;F;53706;fractura pierna
"""
