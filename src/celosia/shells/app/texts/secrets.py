"""What is said when a release needs a key, or could have a vault."""

from __future__ import annotations

from celosia import Sentence

TITLE = Sentence("This release will hold pseudonyms", "Esta publicación llevará seudónimos")
KEY_TITLE = Sentence("The secret key", "La clave secreta")
KEY_WHY = Sentence(
    "The pseudonyms are made with it. Use the same key again, and the same person gets the same "
    "pseudonym; whoever else has it can find out who is who. Keep its file apart from the release. "
    "Celosía forgets it as soon as the release is made.",
    "Con ella se hacen los seudónimos. Si repite la clave, la misma persona recibe el mismo "
    "seudónimo; quien la tenga puede averiguar quién es quién. Guarde su fichero lejos de la "
    "publicación. Celosía la olvida en cuanto se hace la publicación.",
)
KEY = Sentence("Key (64 hexadecimal digits)", "Clave (64 cifras hexadecimales)")
NEW_KEY = Sentence("Make a new key and save it", "Crear una clave nueva y guardarla")
LOAD_KEY = Sentence("Load a key file", "Cargar un fichero de clave")
KEY_MADE = Sentence(
    "The key file is among your downloads. Without it nobody can make the same pseudonyms again.",
    "El fichero de clave está en sus descargas. Sin él nadie podrá repetir los mismos seudónimos.",
)
WRONG_KEY = Sentence(
    "That is no key: it has 64 digits from 0 to 9 and a to f. Make a new one, or load a file.",
    "No es una clave: tiene 64 cifras de 0 a 9 y de a a f. Cree una nueva o cargue un fichero.",
)
VAULT_TITLE = Sentence("The identity vault", "La bóveda de identidades")
VAULT = Sentence(
    "Keep who is behind each pseudonym, in an encrypted file",
    "Guardar quién hay detrás de cada seudónimo, en un fichero cifrado",
)
VAULT_WHY = Sentence(
    "Without it, and without the key, no way leads back from a pseudonym to its person. Take the "
    "file in step {step_release} and keep it apart from the release; the copy here is erased when "
    "you finish.",
    "Sin ella, y sin la clave, no hay vuelta del seudónimo a la persona. Llévese el fichero en el "
    "paso {step_release} y guárdelo lejos de la publicación; la copia de aquí se borra al "
    "terminar.",
)
NO_VAULT = Sentence(
    "Your use is D: the guide wants no table of identities kept with data that are retained. Keep "
    "none, and destroy those there are.",
    "Su uso es el D: la guía no quiere que se conserve ninguna tabla de identidades con los datos "
    "que se retienen. No guarde ninguna, y destruya las que haya.",
)
PASSPHRASE = Sentence("Passphrase of the vault", "Frase de paso de la bóveda")
AGAIN = Sentence("The passphrase again", "La frase de paso otra vez")
SHORT = Sentence(
    "Use at least 12 characters, such as four words that have nothing to do with each other.",
    "Use al menos 12 caracteres, por ejemplo cuatro palabras sin relación entre sí.",
)
DIFFERENT = Sentence("The two are not the same.", "Las dos no coinciden.")
MAKE = Sentence("Make the release", "Hacer la publicación")
TAKE_VAULT = Sentence("Identity vault (encrypted)", "Bóveda de identidades (cifrada)")
