"""Good files, which must be accepted, and broken ones, which must be refused for what is wrong."""

import importlib

from samples.making import Sample


def samples(format: str) -> list[Sample]:
    """Those of one format; only now, because some are made from public schemas."""
    return importlib.import_module("samples." + format.replace("-", "_")).samples()
