"""Words that name columns in Spanish and English, by what they speak of.

Each line is one subject; its phrases are separated by commas and written as `tokens` gives them.
A phrase of more words beats a shorter one, so that `fecha ingreso` (an admission) is not taken
for `ingresos` (an income).
"""

from __future__ import annotations

from collections.abc import Mapping

IDENTIFIERS: Mapping[str, str] = {
    "official": "dni,nif,nie,cif,documento identidad,num documento,numero documento,national id,"
    "cedula,tax id,pasaporte,passport,carnet,licence number,license number",
    "social-security": "nuss,naf,ssn,social security,seguridad social,num ss,numero afiliacion,"
    "tarjeta sanitaria,tsi,cipa,cip,sip",
    "person-name": "apellido,apellidos,nombre apellidos,nombre completo,nombre paciente,"
    "nombre pila,first name,last name,surname,full name,given name,family name,middle name,"
    "patient name,firstname,lastname,fullname,nombre y apellidos",
    "email": "email,e mail,mail,correo,correo electronico",
    "phone": "telefono,tel,tfno,tlf,tfn,telf,phone,telephone,movil,mobile,cell,fax,celular",
    "bank": "iban,cuenta bancaria,numero cuenta,num cuenta,bank account,account number,ccc,"
    "tarjeta,tarjeta credito,card number,credit card",
    "record": "nhc,historia clinica,num historia,numero historia,historia,mrn,medical record,"
    "record number,expediente,num expediente,episodio,poliza,policy number,num registro,"
    "numero registro,num empleado,employee number,student number,num socio,numero socio",
    "address": "direccion,domicilio,address,calle,street,via,portal",
    "online": "ip,direccion ip,ip address,mac,mac address,imei,cookie,device id,url,web,username,"
    "user name,login,nick,nickname,twitter,instagram,uuid,guid",
    "vehicle": "matricula,plate,number plate,license plate,licence plate,bastidor,vin",
    "image": "foto,photo,firma,signature,huella,fingerprint",
}

GENERIC_IDENTIFIERS: Mapping[str, str] = {
    "name": "nombre,name",
    "id": "id,identificador,identifier,idpaciente,user,usuario,cuenta,account,index,indice",
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
    "birth place,birthplace,place of birth,native country,municipality",
    "origin": "nacionalidad,nationality,citizenship,raza,race,etnia,ethnicity,ethnic,origen,"
    "lengua materna,mother tongue",
    "family": "estado civil,civil status,marital,marital status,relationship,parentesco,hijos,"
    "num hijos,children,hogar,household,family size,convivencia",
    "work": "profesion,ocupacion,occupation,profession,job,puesto,cargo,empleo,workclass,"
    "empresa,company,employer,sector,categoria profesional,hours per week,departamento,"
    "department",
    "education": "estudios,nivel estudios,educacion,education,titulacion,degree,formacion,school,"
    "colegio,universidad,university",
    "body": "altura,talla,height,peso,weight",
    "event": "ingreso,fecha ingreso,fecha alta,fecha admision,admission,admission date,"
    "discharge date,fecha defuncion,fecha fallecimiento,date of death,death date,"
    "fecha visita,visit date,fecha contrato,hire date,hospital,centro,centro salud,"
    "servicio,unidad,ward,num ingresos,numero ingresos",
}

GENERIC_QUASI_IDENTIFIERS: Mapping[str, str] = {"date": "fecha,date,ano,anio,year,mes,month"}

SENSITIVE: Mapping[str, str] = {
    "health": "diagnostico,diagnosticos,diagnosis,diag,dx,cie,cie 10,icd,icd 10,dolencia,"
    "enfermedad,patologia,disease,illness,condition,sintoma,sintomas,symptom,symptoms,"
    "colesterol,cholesterol,glucosa,glucose,tension arterial,blood pressure,tratamiento,"
    "treatment,medicacion,medicamento,farmaco,medication,drug,alergia,alergias,allergy,"
    "allergies,vih,hiv,sida,aids,cancer,tumor,discapacidad,disability,minusvalia,embarazo,"
    "pregnancy,pregnant,causa muerte,causa defuncion,cause of death,motivo ingreso,"
    "motivo consulta,procedimiento,procedure,salud mental,mental health,adiccion,addiction,"
    "genetica,genetic,test result,resultado,analitica,intervencion,surgery,baja,sick leave",
    "money": "salario,salary,sueldo,wage,wages,nomina,ingresos,ingreso anual,ingreso mensual,"
    "ingreso bruto,nivel ingreso,nivel ingresos,income,renta,patrimonio,deuda,debt,credito,"
    "credit score,prestamo,loan,saldo,balance,hipoteca,mortgage,impagos,capital gain,"
    "capital loss,salary class",
    "belief": "religion,religious,creencia,creencias,belief,ideologia,ideology,voto,vote,partido,"
    "party,political,afiliacion politica,sindicato,afiliacion sindical,union,trade union",
    "intimacy": "orientacion,orientacion sexual,sexual orientation,vida sexual,sexual,"
    "violencia,violence,abuso,abuse",
    "justice": "condena,condenas,conviction,antecedentes,antecedentes penales,criminal record,"
    "delito,crime,offence,offense,sancion,sanction,pena",
    "merit": "nota,calificacion,grade,evaluacion,evaluation,performance,rendimiento",
}

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
