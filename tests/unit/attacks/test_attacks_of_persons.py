"""Singling out in persons: several records of one person are that person."""

from __future__ import annotations

import celosia


def test_whoever_is_found_in_all_of_their_records_is_singled_out(tmp_path):
    people, others = tmp_path / "people.csv", tmp_path / "others.csv"
    rows = [f"p{n},{20 + n},F\np{n},{20 + n},F\n" for n in range(60)]
    people.write_text("who,age,sex\n" + "".join(rows))
    others.write_text("who,age,sex\n" + "".join(f"o{n},{120 + n},M\n" for n in range(60)))
    release = tmp_path / "release.csv"
    release.write_text("age,sex,who\n" + "".join(f"{20 + n},F,p{n}\n" for n in range(60)))

    in_records, in_persons = (
        celosia.attack(people, release, others, ["age", "sex"], attempts=50, subject=subject)
        for subject in ((), ("who",))
    )

    assert in_records.results["singling_out"].main_rate.share == 0
    assert in_persons.results["singling_out"].main_rate.share == 1
