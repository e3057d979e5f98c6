"""What a project keeps is encrypted; Finish destroys the key first, and is ended once begun."""

from __future__ import annotations

import os
import subprocess
import sys
from base64 import b64encode
from io import BytesIO
from pathlib import Path

import pytest

from celosia.errors import CelosiaError
from celosia.web.service import App, JobState, NotFoundError
from celosia.web.service.project_key import GONE, ProjectKey
from celosia.web.service.state_file import STATE

CANARIES = [f"Zanahoria{number}Quiroga" for number in range(12)]
TABLE = "name,age,sex,illness\n" + "".join(
    f"{CANARIES[i % 12]},{20 + i % 4},{'FM'[i % 2]},{CANARIES[i % 3]}\n" for i in range(240)
)
RECIPE = f"""
rows = "persons"
[roles]
name = "quasi-identifier"
age = "quasi-identifier"
sex = "quasi-identifier"
illness = "sensitive"
[hierarchies.name]
kind = "rows"
rows = {[[canary, "*"] for canary in CANARIES]!r}
[[models]]
model = "k-anonymity"
k = 3
"""


def forms(text):
    plain = text.encode()
    shifted = [b64encode(b"x" * lead + plain)[4:-4] for lead in range(3)]
    return [plain, text.encode("utf-16-le"), plain.hex().encode(), *shifted]


WANTED = [form for canary in ("Zanahoria", "Quiroga") for form in forms(canary)]


def readable(folder: Path) -> list[Path]:
    """List the files in which a cell can be read."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path for path in files if any(form in path.read_bytes() for form in WANTED)]


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


def walked(app):
    """A project that was walked through: proposals, candidates, a release, its report."""
    project = app.store.create("Proyecto Zanahoria")
    project.upload("Quiroga.csv", BytesIO(TABLE.encode()))
    project.save_recipe(RECIPE)
    project.note(filter="Quiroga")
    for kind in ("profile", "candidates", "anonymize", "report"):
        job = app.jobs.wait(project, app.jobs.start(project, kind).id, 300)
        assert job.state is JobState.DONE, job.message
    assert app.readers.page(project).records == 240
    release = app.jobs.latest(project, "anonymize")
    assert app.readers.page(project, release.id).records > 0
    return project, release


def test_no_cell_can_be_read_while_the_project_lives_and_nothing_after_finish(home, tmp_path):
    with App(home, workers=1) as app:
        project, release = walked(app)
        assert readable(home) == []
        taken = app.jobs.file(project, release.id, "release.csv").read_text()
        assert any(canary in taken for canary in CANARIES)  # for whoever takes it, it is plain

        links = tmp_path / "links"
        links.mkdir()
        sealed = [
            path
            for path in home.rglob("*")  # SQLite itself removes its log; it holds what is sealed
            if path.is_file() and not {"keys", f"{STATE}-wal", f"{STATE}-shm"} & set(path.parts)
        ]
        for number, path in enumerate(sealed):
            os.link(path, links / str(number))
        before = [path.read_bytes() for path in sorted(links.iterdir())]
        finished = app.finish(project)

        assert finished.files >= 5
        assert not project.folder.exists()
        assert list((home / "keys").iterdir()) == []
        assert readable(tmp_path) == []
        after = [path.read_bytes() for path in sorted(links.iterdir())]
        kept = [old for old, new in zip(before, after, strict=True) if len(old) > 64 and old == new]
        assert kept == []  # even what links hold was overwritten
        with pytest.raises(NotFoundError):
            app.store.get(project.id)
    for language, said in (("en", "cannot be reached"), ("es", "no se puede alcanzar")):
        assert said in finished.text(language)
        assert "swap" in finished.text("en")


def test_a_project_whose_table_is_on_a_server_says_what_the_server_keeps(home):
    with App(home, workers=1) as app:
        project = app.store.create("p")
        project.connect("mariadb://ana@localhost/clinic#patients")

        told = app.finish(project).text("en")

    assert "binary log" in told


def test_where_memory_has_no_room_it_is_said_that_copies_were_on_the_disk(home, monkeypatch):
    monkeypatch.setattr("celosia.web.service.shelter.LEAST", 1 << 60)
    with App(home, workers=1) as app:
        project = app.store.create("p")
        project.upload("t.csv", BytesIO(TABLE.encode()))
        assert app.readers.page(project).records == 240
        assert readable(home) != []  # as it says
        app.readers.forget(project)
        assert readable(home) == []

        told = app.finish(project).text("en")

    assert "plain ones were on the disk" in told


def test_a_key_that_was_lost_is_not_taken_for_finish(home):
    with App(home, workers=1) as app:
        project = app.store.create("p")
    key = ProjectKey(project.folder)
    kept = key.path.read_bytes()
    key.path.unlink()

    with App(home, workers=1) as app:
        assert app.store.projects() == []
        with pytest.raises(CelosiaError):
            app.store.get(project.id).name  # noqa: B018
    assert project.folder.is_dir()
    key.path.write_bytes(kept)
    with App(home, workers=1) as app:
        assert [each.name for each in app.store.projects()] == ["p"]


KILLED = """
import os, shutil, signal, sys
from pathlib import Path
from celosia.web.service.project_files import Limits
from celosia.web.service.projects import Project

home, copies, name = map(Path, sys.argv[1:])
CALLS = ("fsync", "rename", "replace", "unlink", "rmdir", "write", "ftruncate")

def killed_at(call):
    '''Finish a copy of the project, and die before the n-th call that changes the disk.'''
    copy = copies / str(call)
    shutil.copytree(home, copy)
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return os.WIFEXITED(status)
    left = [call]
    def counted(real):
        def called(*words, **more):
            left[0] -= 1
            if left[0] < 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*words, **more)
        return called
    project = Project(copy / "projects" / name, Limits())
    for each in CALLS:
        setattr(os, each, counted(getattr(os, each)))
    project.finish()
    (copy / "said").touch()
    os._exit(0)

call = 0
while not killed_at(call):
    call += 1
print(call)
"""


def test_a_finish_that_is_killed_anywhere_is_ended_and_never_said_before(home, tmp_path):
    with App(home, workers=1) as app:
        project = app.store.create("p")
        project.upload("t.csv", BytesIO(TABLE.encode()))
        project.save_recipe(RECIPE)
        stored = project.source.place
    copies = tmp_path / "copies"
    copies.mkdir()
    script = [sys.executable, "-c", KILLED, str(home), str(copies), project.id]
    done = subprocess.run(script, check=True, capture_output=True, text=True, timeout=300)
    points = int(done.stdout)

    assert points > 15
    whole = 0
    for copy in sorted(copies.iterdir(), key=lambda path: int(path.name)):
        said = (copy / "said").exists()
        left = [path for path in (copy / "projects").iterdir() if path.name != ".lock"]
        keys = list((copy / "keys").iterdir())
        assert not said or left == keys == []
        begun = any(path.name.endswith(GONE) for path in keys)
        with App(copy, workers=1) as app:
            found = app.store.projects()
            if found:  # nothing was begun: all of it is there
                whole += 1
                assert not begun
                assert found[0].stored(stored).read_text() == TABLE
                assert found[0].recipe_text()
                continue
            assert list(app.store.folder.glob("?" * 32 + "*")) == []
        assert list((copy / "keys").iterdir()) == []
        assert readable(copy) == []
    assert 0 < whole < points
