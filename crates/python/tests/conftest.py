"""What every test needs."""

import signal
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def hears_control_c() -> Iterator[None]:
    """Lets Ctrl-C be heard, because a job in the background is started with it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
