"""What a column's name says, in Spanish or English."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from celosia.core.schema import Role

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"[a-z]+|\d+")


def plain(text: str) -> str:
    """Take accents, capitals and outer blanks away.

    >>> plain(" Varón ")
    'varon'
    """
    return _unaccented(text).strip().lower()


def tokens(name: str) -> tuple[str, ...]:
    """Split a column's name into plain words and numbers.

    >>> tokens("FechaNacimiento"), tokens("código_postal"), tokens("apellido1")
    (('fecha', 'nacimiento'), ('codigo', 'postal'), ('apellido', '1'))
    """
    return tuple(_WORD.findall(_CAMEL.sub(" ", _unaccented(name)).lower()))


def _unaccented(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(c for c in decomposed if not unicodedata.combining(c))


IDENTIFIERS: Mapping[str, str] = {
    "official": "dni,nif,nie,cif,documento identidad,num documento,numero documento,national id,"
    "cedula,tax id,pasaporte,passport,carnet,licence number,license number,certificado nacimiento,"
    "partida nacimiento,birth certificate,permiso trabajo,work permit,permiso conducir,"
    "permiso residencia,residence permit,driving licence,drivers license,identity card,id card,"
    "voter id,tax number,curp,rut,national number",
    "social-security": "nuss,naf,ssn,social security,seguridad social,num ss,numero afiliacion,"
    "tarjeta sanitaria,tsi,cipa,cip,sip,nhs number,insurance number,num afiliado,numero afiliado,"
    "nass,health card",
    "person-name": "apellido,apellidos,nombre apellidos,nombre completo,nombre paciente,"
    "nombre pila,first name,last name,surname,full name,given name,family name,middle name,"
    "patient name,firstname,lastname,fullname,nombre y apellidos",
    "email": "email,e mail,mail,correo,correo electronico",
    "phone": "telefono,tel,tfno,tlf,tfn,telf,phone,telephone,movil,mobile,cell,fax,celular",
    "bank": "iban,cuenta bancaria,numero cuenta,num cuenta,bank account,account number,ccc,"
    "tarjeta,tarjeta credito,card number,credit card",
    "record": "nhc,historia clinica,num historia,numero historia,historia,mrn,medical record,"
    "record number,expediente,num expediente,episodio,poliza,policy number,num registro,"
    "numero registro,num empleado,employee number,student number,num socio,numero socio,"
    "num poliza,numero poliza,num personal,numero personal,no personal,n personal,personal number,"
    "staff number,staff id,payroll number,legajo,episode,encounter,case number,num caso,"
    "num siniestro,numero siniestro,claim number,atestado,num factura,numero factura,factura,"
    "invoice,num pedido,numero pedido,order number,num contrato,contract number,num muestra,"
    "sample id,num matricula,niu,nia",
    "address": "direccion,domicilio,address,calle,street,via,portal",
    "online": "ip,direccion ip,ip address,mac,mac address,imei,cookie,device id,url,web,username,"
    "user name,login,nick,nickname,twitter,instagram,uuid,guid,nombre usuario,redes sociales,"
    "social media,screen name,session,session id,imsi,msisdn,iccid,android id,idfa,user agent",
    "vehicle": "matricula,plate,number plate,license plate,licence plate,bastidor,vin",
    "image": "foto,photo,firma,signature,huella,fingerprint",
}

GENERIC_IDENTIFIERS: Mapping[str, str] = {
    "name": "nombre,name",
    "id": "id,identificador,identifier,cuenta,account,index,indice,codigo,code,cod,clave,key,ref,"
    "referencia,reference",
    "person": "idpaciente,paciente,patient,user,usuario,empleado,employee,"
    "trabajador,worker,cliente,customer,client,alumno,alumna,estudiante,"
    "student,pupil,socio,member,afiliado,asegurado,insured,tomador,policyholder,abonado,"
    "subscriber,titular,holder,participante,participant,encuestado,entrevistado,respondent,persona,"
    "person,individuo,individual,sujeto,subject,subj,ciudadano,citizen,contribuyente,"
    "taxpayer,beneficiario,beneficiary,victima,victim,detenido,suspect,donante,donor,profesor,"
    "teacher,medico,doctor,physician,conductor,driver,huesped,guest,viajero,passenger,votante,"
    "voter,inquilino,tenant",
}
"""Words that also name groups (`id_centro`, `nombre_municipio`): anything else beats them."""

QUASI_IDENTIFIERS: Mapping[str, str] = {
    "age": "edad,age,anos edad,edad anos,age years",
    "sex": "sexo,sex,genero,gender",
    "birth-date": "fecha nacimiento,fecha nac,fec nacimiento,fec nac,f nac,fnac,fnacimiento,"
    "fecnac,nacimiento,birth date,date of birth,dob,birthdate,birthday,born,fecha de nacimiento",
    "birth-year": "ano nacimiento,anio nacimiento,ano nac,year of birth,birth year,yob,"
    "ano de nacimiento",
    "postcode": "cp,c p,cod postal,codigo postal,cpostal,distrito postal,zip,zipcode,zip code,"
    "postcode,post code,postal code,postal",
    "coordinate": "lat,lon,lng,latitud,longitud,latitude,longitude,coordenada,coordenadas,coord,"
    "gps,geo",
    "place": "municipio,provincia,ciudad,localidad,poblacion,comunidad,comunidad autonoma,ccaa,"
    "comarca,barrio,distrito,seccion censal,pais,region,city,town,county,state,country,"
    "province,district,neighbourhood,neighborhood,residencia,residence,lugar nacimiento,"
    "birth place,birthplace,place of birth,native country,municipality,zona,zone,area,borough,"
    "parish,village,isla,island,tramo censal,census tract,tract,celda,cell tower,antena",
    "origin": "nacionalidad,nationality,citizenship,raza,race,etnia,ethnicity,ethnic,origen,"
    "lengua materna,mother tongue,idioma,pais origen,country origin",
    "family": "estado civil,civil status,marital,marital status,relationship,parentesco,hijos,"
    "num hijos,children,hogar,household,family size,convivencia,miembros hogar,tipo hogar,"
    "household size,household type,dependents,dependientes,personas cargo,tenencia,tenure,vivienda,"
    "dwelling",
    "work": "profesion,ocupacion,occupation,profession,job,puesto,cargo,empleo,workclass,"
    "empresa,company,employer,sector,categoria profesional,hours per week,departamento,"
    "department,titulo trabajo,job title,titulo puesto,tipo contrato,contract type,jornada,"
    "tipo jornada,turno,shift,antiguedad,seniority,tenure years,situacion laboral,"
    "employment status,employment,categoria,grupo profesional,cnae,cno,rank",
    "education": "estudios,nivel estudios,educacion,education,titulacion,degree,formacion,school,"
    "colegio,universidad,university,carrera,facultad,faculty,curso,course,grado estudios,major,"
    "instituto,centro educativo,class,aula,grupo,ano academico,curso academico",
    "body": "altura,talla,height,peso,weight,estatura,color ojos,eye colour,eye color,hair color",
    "event": "ingreso,fecha ingreso,fecha alta,fecha admision,admission,admission date,"
    "discharge date,fecha defuncion,fecha fallecimiento,date of death,death date,"
    "fecha visita,visit date,fecha contrato,hire date,hospital,centro,centro salud,"
    "servicio,unidad,ward,num ingresos,numero ingresos,fecha incorporacion,incorporacion,"
    "start date,end date,fecha matricula,fecha accidente,fecha compra,fecha siniestro,fecha hecho",
}

GENERIC_QUASI_IDENTIFIERS: Mapping[str, str] = {
    "date": "fecha,date,ano,anio,year,mes,month,dia,day,hora,hour,time,timestamp,datetime,momento"
}

SENSITIVE: Mapping[str, str] = {
    "health": "diagnostico,diagnosticos,diagnosis,diag,dx,cie,cie 10,icd,icd 10,dolencia,"
    "enfermedad,patologia,disease,illness,condition,sintoma,sintomas,symptom,symptoms,"
    "colesterol,cholesterol,glucosa,glucose,tension arterial,blood pressure,tratamiento,"
    "treatment,medicacion,medicamento,farmaco,medication,drug,alergia,alergias,allergy,"
    "allergies,vih,hiv,sida,aids,cancer,tumor,discapacidad,disability,minusvalia,embarazo,"
    "pregnancy,pregnant,causa muerte,causa defuncion,cause of death,motivo ingreso,"
    "motivo consulta,procedimiento,procedure,salud mental,mental health,adiccion,addiction,"
    "genetica,genetic,test result,resultado,analitica,intervencion,surgery,baja,sick leave,"
    "vacuna,vacunas,vacunacion,estado vacunacion,vaccination,vaccinated,vaccine,imc,bmi,"
    "body mass index,tension,presion arterial,sistolica,diastolica,systolic,diastolic,hba 1,"
    "hba1c,creatinina,creatinine,hemoglobina,hemoglobin,trigliceridos,grupo sanguineo,blood type,"
    "blood group,fumador,tabaco,smoker,smoking,alcohol,comorbilidad,comorbidity,charlson,gravedad,"
    "severity,cirugia,exitus,fallecido,deceased,reingreso,readmission,dosis,dose,triaje,triage,"
    "dependencia,grado dependencia,lesion,injury,depresion,depression,ansiedad,anxiety,phq,gad,"
    "bienestar,salud,health,estado salud,health status,necesidades especiales,special needs,nee,"
    "incapacidad,dias baja,absence reason,motivo ausencia,motivo baja",
    "money": "salario,salary,sueldo,wage,wages,nomina,ingresos,ingreso anual,ingreso mensual,"
    "ingreso bruto,nivel ingreso,nivel ingresos,income,renta,patrimonio,deuda,debt,credito,"
    "credit score,prestamo,loan,saldo,balance,hipoteca,mortgage,impagos,capital gain,"
    "capital loss,salary class,coste,costo,cost,costes,costs,importe,amount,gasto,gastos,"
    "expense,expenses,expenditure,spend,spending,pago,pagos,payment,payments,cuota,prima,premium,"
    "indemnizacion,compensation,transaccion,transacciones,transaction,transactions,compra,compras,"
    "purchase,purchases,calificacion crediticia,credit rating,rating crediticio,scoring,"
    "poliza seguro,insurance policy,irpf,retencion,bonus,complemento,base cotizacion,pension,"
    "subsidio,ayuda,beca,grant,benefit,benefits,factura total,total factura,bill,retribucion,"
    "bruto,neto,gross pay,net pay,pay,earnings,rent,alquiler,valor compra,ingresos hogar",
    "belief": "religion,religious,creencia,creencias,belief,ideologia,ideology,voto,vote,partido,"
    "party,political,afiliacion politica,sindicato,afiliacion sindical,union,trade union",
    "intimacy": "orientacion,orientacion sexual,sexual orientation,vida sexual,sexual,"
    "violencia,violence,abuso,abuse",
    "justice": "condena,condenas,conviction,antecedentes,antecedentes penales,criminal record,"
    "delito,crime,offence,offense,sancion,sanction,pena,tipo delito,arrest,detencion,denuncia,"
    "complaint,multa,fine,infraccion,infringement,sentencia,sentence,agresion,assault",
    "merit": "nota,notas,calificacion,calificaciones,grade,grades,evaluacion,evaluation,"
    "performance,rendimiento,gpa,nota media,mark,marks,exam score,nota acceso,suspensos,aprobado,"
    "expulsion,absentismo,disciplina",
}

THINGS = (
    "producto,product,articulo,article,item,sku,isbn,ean,gtin,marca,brand,modelo,model,canal,channel,"
    "moneda,currency,unidades,units,cantidad,quantity,tienda,store,shop,almacen,warehouse,asignatura,"
    "subject code,module,modulo,plan,tarifa,tariff,plataforma,platform,browser,navegador,version,"
    "encuestador,interviewer,pelicula,movie,film,song,cancion,libro,book,vuelo,flight,linea,line,"
    "ruta,route,estacion,station,sensor,lote,batch,maquina,machine,arma,weapon,pregunta,question,"
    "dispositivo,device,pagina,page,fnlwgt,ponderacion,factor elevacion,sampling weight,"
    "survey weight"
)
"""Words for goods and the like: a code of one is a key of things, not of persons."""

SEXES = (
    "hombre,mujer,varon,hembra,masculino,femenino,nino,nina,chico,chica,"
    "male,female,man,woman,men,women,boy,girl"
)
"""Values, not names: words for a sex or gender."""

OTHER_SEXES = (
    "x,o,u,i,ns,nc,otro,otra,other,unknown,desconocido,indeterminado,intersexual,intersex,"
    "no binario,no binaria,non binary,non-binary,nonbinary,no consta"
)
"""Values that stand beside those, and prove nothing alone."""


@dataclass(frozen=True, slots=True)
class NamePattern:
    """A phrase that names columns, its subject, and the role such columns usually have.

    A `generic` phrase (`id`, `nombre`, `fecha`) speaks only when no other does.
    """

    phrase: tuple[str, ...]
    subject: str
    role: Role
    generic: bool

    @property
    def text(self) -> str:
        """The phrase as written."""
        return " ".join(self.phrase)


_IDLE = frozenset(
    ["de", "del", "la", "el", "los", "las", "y", "e", "en", "por", "of", "the", "and", "in", "al"]
)
"""Words that only join others."""


def names_thing(name: str) -> bool:
    """Tell whether a column's name speaks of goods and the like.

    >>> names_thing("cod_producto"), names_thing("cod_paciente")
    (True, False)
    """
    words = _telling(tokens(name))
    return any(_within(_telling(tuple(each.split())), words) for each in THINGS.split(","))


def _telling(words: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out the words that only join others; part `userid` as if it were `user_id`."""
    return tuple(
        part
        for word in words
        if word not in _IDLE
        for part in (
            (word[:-2], "id") if word.endswith("id") and word[:-2] in _nouns() else (word,)
        )
    )


@cache
def _nouns() -> frozenset[str]:
    return frozenset((*GENERIC_IDENTIFIERS["person"].split(","), *THINGS.split(",")))


def name_pattern(name: str) -> NamePattern | None:
    """Find the most telling phrase of a column's name.

    The longest phrase wins; among equals a sensitive subject, then an identifier, since to
    overlook those does more harm.

    >>> name_pattern("Fecha_Ingreso").role, name_pattern("ingresos").role
    (<Role.QUASI_IDENTIFIER: 'quasi-identifier'>, <Role.SENSITIVE: 'sensitive'>)
    >>> name_pattern("codPostal").subject, name_pattern("x17")
    ('postcode', None)
    """
    words = _telling(tokens(name))
    found = [pattern for pattern in _patterns() if _within(pattern.phrase, words)]
    return max(found, key=_weight, default=None)


def subject(name: str) -> str | None:
    """Say what a column's name speaks of.

    >>> subject("fnac"), subject("TelefonoMovil")
    ('birth-date', 'phone')
    """
    pattern = name_pattern(name)
    return pattern.subject if pattern else None


def _within(phrase: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Find the phrase among the words in a row, or glued together as the whole name."""
    size = len(phrase)
    if any(words[i : i + size] == phrase for i in range(len(words) - size + 1)):
        return True
    return len(phrase) > 1 and "".join(words) == "".join(phrase)


_HARM = (Role.INSENSITIVE, Role.QUASI_IDENTIFIER, Role.IDENTIFIER, Role.SENSITIVE)


def _weight(pattern: NamePattern) -> tuple[bool, int, int, str]:
    return not pattern.generic, len(pattern.phrase), _HARM.index(pattern.role), pattern.text


@cache
def _patterns() -> tuple[NamePattern, ...]:
    return (
        *_read(IDENTIFIERS, Role.IDENTIFIER),
        *_read(GENERIC_IDENTIFIERS, Role.IDENTIFIER, generic=True),
        *_read(QUASI_IDENTIFIERS, Role.QUASI_IDENTIFIER),
        *_read(GENERIC_QUASI_IDENTIFIERS, Role.QUASI_IDENTIFIER, generic=True),
        *_read(SENSITIVE, Role.SENSITIVE),
    )


def _read(lines: Mapping[str, str], role: Role, generic: bool = False) -> Iterator[NamePattern]:
    for about, phrases in lines.items():
        for phrase in phrases.split(","):
            yield NamePattern(_telling(tuple(phrase.split())), about, role, generic)
