"""`mpenv rules`."""

import argparse


def parser(rules: argparse.ArgumentParser) -> None:
    rules.add_argument("id", nargs="?", default="", metavar="ID", help="a rule or a chapter: MP-INQ-27, MP-INQ")
    rules.add_argument(
        "--find", metavar="WORDS", help="search lines, headings, functions and tests, the best hits first"
    )
    rules.add_argument("--missing", action="store_true", help="only rules that lack a function or a test")
    rules.add_argument("--json", action="store_true", help="everything as JSON")
    rules.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from mpenv.worlds.materia_prima import rulebook

    found = rulebook.chosen(rulebook.book(), options.id, options.missing)
    if options.find is not None:
        hits = rulebook.find(found, options.find)
        print(rulebook.dump(hits.rules) if options.json else hits)
        return 0 if hits.rules else 1
    print(rulebook.dump(found) if options.json else rulebook.page(found, full=bool(options.id)))
    return 0
