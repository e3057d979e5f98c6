"""Small files of every format, as other programs write them."""

from __future__ import annotations

import zipfile
from pathlib import Path

import duckdb
import pandas
import pyreadstat
import xlsxwriter
import xlwt

from celosia.core.schema import ReadOptions
from celosia.engines.duckdb import EmbeddedRelation

ODS = """<office:document-content
 xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>
 <table:table table:name="people">{rows}</table:table>
 </office:spreadsheet></office:body></office:document-content>"""


def read_texts(path, **options):
    """Give all rows of a file, in its order."""
    with EmbeddedRelation(Path(path), ReadOptions(**options)) as relation:
        return relation.page(0, 1000)


def frame(columns, rows):
    return pandas.DataFrame(
        [["" if c is None else c for c in row] for row in rows], columns=columns
    )


def csv(folder, columns, rows):
    path = folder / "made.csv"
    frame(columns, rows).to_csv(path, index=False)
    return path


def parquet(folder, columns, rows):
    path = folder / "made.parquet"
    names = ", ".join(f'"{name}"' for name in columns)
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE t ({', '.join(f'{name} VARCHAR' for name in columns)})")
        connection.executemany(f"INSERT INTO t ({names}) VALUES (?, ?)", rows)
        connection.execute(f"COPY t TO '{path}' (FORMAT parquet)")
    return path


def xlsx(folder, columns, rows):
    path = folder / "made.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet("people")
        for number, row in enumerate([columns, *rows]):
            sheet.write_row(number, 0, row)
    return path


def xls(folder, columns, rows):
    path = folder / "made.xls"
    book = xlwt.Workbook()
    sheet = book.add_sheet("people")
    for number, row in enumerate([columns, *rows]):
        for place, cell in enumerate(row):
            sheet.write(number, place, cell)
    book.save(str(path))
    return path


def ods(folder, columns, rows):
    path = folder / "made.ods"
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    told = "".join(
        f"<table:table-row>{''.join(cell.format(c) if c else '<table:table-cell/>' for c in row)}"
        "</table:table-row>"
        for row in [columns, *rows]
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
        archive.writestr("content.xml", ODS.format(rows=told))
    return path


def _statistics(write, ending):
    def made(folder, columns, rows):
        path = folder / f"made{ending}"
        write(frame(columns, rows), str(path))
        return path

    return made


MADE = {
    "csv": csv,
    "parquet": parquet,
    "xlsx": xlsx,
    "xls": xls,
    "ods": ods,
    "sav": _statistics(pyreadstat.write_sav, ".sav"),
    "por": _statistics(pyreadstat.write_por, ".por"),
    "dta": _statistics(pyreadstat.write_dta, ".dta"),
    "xpt": _statistics(pyreadstat.write_xport, ".xpt"),
}
"""Nothing free writes SAS7BDAT or XLSB: of these, only that they are recognised is tested."""
