"""Write the generated parts of the contract: `python -m dev.write_contract`.

Writes the service's answers into `tests/data/examples`, whose requests are written by hand; the generated parts into
`openapi.yaml`; the types of requests and answers into `board/browser_engine/package/index.d.ts`; and the
tables of games into the READMEs.
"""

from __future__ import annotations

import argparse
import copy

from app import create_app
from tests.helpers.contract import CONTRACT, EXAMPLES, examples_text, read_contract, read_examples
from tests.helpers.generated_contract import contract_text, generated_contract
from tests.helpers.readme import READMES, with_games
from tests.helpers.typescript_types import TYPES, types_text


def main() -> None:
    """Write the answers and the contract."""
    argparse.ArgumentParser(prog="python -m dev.write_contract", description=__doc__).parse_args()
    client = create_app().test_client()
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
