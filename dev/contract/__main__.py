"""Write the generated parts of the contract: `python -m dev.contract`.

Writes the service's answers into `tests/data/examples`, whose requests are written by hand; the generated parts into
`openapi.yaml`; the types of requests and answers into `board/browser_engine/package/index.d.ts`; and the
tables of games into the READMEs.
"""

from __future__ import annotations

import argparse
import copy

from dev.contract.examples import examples_text
from dev.contract.generated import contract_text, generated_contract
from dev.contract.readme import with_games
from dev.contract.typescript import TYPES, types_text
from tests.helpers.contract import CONTRACT, EXAMPLES, read_contract, read_examples
from tests.helpers.patient import patient_app
from tests.helpers.readme import READMES


def main() -> None:
    """Write the answers and the contract."""
    argparse.ArgumentParser(prog="python -m dev.contract", description=__doc__).parse_args()
    client = patient_app().test_client()
    examples = [example.answered(client) for example in read_examples()]
    for path in EXAMPLES.iterdir():
        path.write_text(examples_text([example for example in examples if example.operation == path.stem]), "utf-8")
    document = generated_contract(copy.deepcopy(read_contract()), examples)
    CONTRACT.write_text(contract_text(document), "utf-8")
    TYPES.write_text(types_text(document), "utf-8")
    for readme in READMES:
        readme.write_text(with_games(readme), "utf-8")


if __name__ == "__main__":
    main()
