"""What tests stand on: one server for all of them, and how far the search goes."""

import os

import pytest
from hypothesis import HealthCheck, Phase, settings

# A failed comparison shows both sides, also where a test calls it.
pytest.register_assert_rewrite("checks", "client", "document", "scene", "team")
from scene import Scene  # noqa: E402
from team import Team  # noqa: E402

# A fixed search for every run of the tests; one seed's for whoever looks for more. Making a failing
# run shorter takes minutes, so it has to be asked for.
SEED = os.environ.get("ACCORD_SEED")
PHASES = [Phase.generate] + ([Phase.shrink] if os.environ.get("ACCORD_SHRINK") else [])
settings.register_profile(
    "accord", deadline=None, database=None, derandomize=SEED is None, print_blob=False,
    max_examples=int(os.environ.get("ACCORD_EXAMPLES", 16)), stateful_step_count=50,
    phases=PHASES, report_multiple_bugs=False, suppress_health_check=list(HealthCheck))
settings.load_profile("accord")


@pytest.fixture(scope="session")
def team(tmp_path_factory):
    team = Team(tmp_path_factory.mktemp("server"))
    yield team
    team.end()


@pytest.fixture
def story(team):
    return Scene(team)


def pytest_terminal_summary(terminalreporter):
    """How far the search went, for whoever runs it longer."""
    met = Team.met
    if met["steps"]:
        goals = ", ".join(f"{name} {count}" for name, count in sorted(met.items()))
        terminalreporter.write_line(f"tally: protocol {met['steps']} steps; {goals}")
