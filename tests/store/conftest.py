"""A PostgreSQL for each of pytest's workers, and a database of its own for each test."""

import asyncio
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import asyncpg
import pytest

from bench.engines import Postgres, postgres
from store.writing import open_and_close

numbers = count(1)


@pytest.fixture(scope="session")
def engine() -> Iterator[Postgres]:
    with postgres() as engine:
        run(engine.url, "create database made")
        open_and_close(address(engine, "made"))
        yield engine


@pytest.fixture
def database(engine: Postgres) -> str:
    """As a server makes it when it is first started."""
    name = f"test_{next(numbers)}"
    run(engine.url, f"create database {name} template made")
    return address(engine, name)


@pytest.fixture
def empty_database(engine: Postgres) -> str:
    name = f"test_{next(numbers)}"
    run(engine.url, f"create database {name}")
    return address(engine, name)


@pytest.fixture(params=["file", "PostgreSQL"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """Where tables are kept, of either kind."""
    if request.param == "file":
        return tmp_path / "tables.db"
    url: str = request.getfixturevalue("database")
    return url


def address(engine: Postgres, database: str) -> str:
    return engine.url.rpartition("/")[0] + f"/{database}"


def run(url: str, statement: str) -> None:
    async def execute() -> None:
        connection = await asyncpg.connect(url)
        await connection.execute(statement)
        await connection.close()

    asyncio.run(execute())
