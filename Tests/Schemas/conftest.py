"""What tests stand on: which formats can be checked here, the demo's audit and a hostile one."""

import os
import pathlib

import crowd as crowd_audit
import hostile as hostile_audit
import pytest
import validate
from formats import CHECKS, FOREIGN
from programs import Laptop
from samples import samples

validate.forbid_network()

# Public schemas are somebody else's and lie outside the repository (docs/testing.md).
HAS_SCHEMAS = "ACCORD_SCHEMAS" in os.environ
FORMATS = [name for name in CHECKS if HAS_SCHEMAS or name not in FOREIGN]


def pytest_generate_tests(metafunc):
    """A sample is a test of its own, named by its format and by what is right or wrong of it."""
    if "sample" in metafunc.fixturenames:
        all = [(name, sample) for name in FORMATS for sample in samples(name)]
        metafunc.parametrize(
            ("format", "sample"), all, ids=[f"{name}: {one[0]}" for name, one in all])


@pytest.fixture(scope="session")
def tomas():
    """The laptop of the demo's lead, as scripts/demo left it."""
    return Laptop(pathlib.Path(os.environ["ACCORD_DEMO"]), "Tomas Berg")


@pytest.fixture(scope="session")
def hostile(tmp_path_factory):
    """The laptop of the lead of an audit with hostile text in everything."""
    return hostile_audit.make(tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="session")
def crowd(tmp_path_factory):
    """The lead of three testers who judge the same states; whoever changes her audit puts it back."""
    with crowd_audit.made(tmp_path_factory.mktemp("crowd")) as lead:
        yield lead
