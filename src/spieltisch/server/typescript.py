"""The wire's types in TypeScript: `python -m spieltisch.server.typescript > web/src/protocol.ts`."""

import inspect
from collections.abc import Iterator

from msgspec import UnsetType
from msgspec import inspect as types

from spieltisch.server import protocol
from spieltisch.table import messages

HEAD = """\
// Made from the server's own types; do not edit. To make it anew: make protocol
// docs/protocol.md explains how they are used.

export const PROTOCOL = {version};
"""


def typescript() -> str:
    names = Names()
    for kind in protocol.ON_THE_WIRE:
        names.add(types.type_info(kind))
    services = [HEAD.format(version=protocol.VERSION), *(names.declared[name] for name in sorted(names.declared))]
    for name, kinds in (("FromClient", protocol.FROM_CLIENT), ("FromServer", messages.ALL)):
        services.append(f"export type {name} = {' | '.join(names.name_of(kind) for kind in kinds)};\n")
    return "\n".join(services)


class Names:
    """Every struct that is reached, declared once."""

    def __init__(self) -> None:
        self.declared: dict[str, str] = {}

    def name_of(self, kind: type) -> str:
        """A name of its own: the table's message about a match is not the games' Match."""
        return protocol.NAMES.get(kind, kind.__name__)

    def add(self, kind: types.Type) -> str:
        assert isinstance(kind, types.StructType)
        name = self.name_of(kind.cls)
        if name not in self.declared:
            self.declared[name] = ""  # it may refer to itself
            self.declared[name] = self.declare(name, kind)
        return name

    def declare(self, name: str, kind: types.StructType) -> str:
        doc = (inspect.getdoc(kind.cls) or "").replace("\n", " ")
        own = doc if doc and kind.cls.__doc__ and not kind.cls.__doc__.startswith(kind.cls.__name__ + "(") else ""
        head = f"/** {own} */\n" if own else ""
        if kind.array_like:
            services = ", ".join(self.member(field) for field in kind.fields)
            return f"{head}export type {name} = [{services}];\n"
        lines = [f"  {kind.tag_field}: {quoted(kind.tag)};"] if kind.tag_field else []
        lines += [f"  {self.member(field)};" for field in kind.fields]
        return f"{head}export interface {name} {{\n" + "\n".join(lines) + "\n}\n"

    def member(self, field: types.Field) -> str:
        optional = "" if field.required else "?"
        return f"{field.encode_name}{optional}: {self.type_of(field.type)}"

    def type_of(self, kind: types.Type) -> str:
        match kind:
            case types.BoolType():
                return "boolean"
            case types.IntType() | types.FloatType():
                return "number"
            case types.StrType():
                return "string"
            case types.NoneType():
                return "null"
            case types.LiteralType(values):
                return " | ".join(quoted(value) for value in values)
            case types.UnionType(members):
                return " | ".join(self.members_of(members))
            case types.Metadata(extra={"typescript": text}):
                return str(text)
            case types.ListType(item):
                inner = self.type_of(item)
                return f"({inner})[]" if " | " in inner else f"{inner}[]"
            case types.TupleType(items):
                return f"[{', '.join(self.type_of(item) for item in items)}]"
            case types.DictType(key, value):
                return f"Record<{self.type_of(key)}, {self.type_of(value)}>"
            case types.StructType():
                return self.add(kind)
            case types.AnyType() | types.CustomType():
                return "unknown"
        raise TypeError(f"no TypeScript for {kind}")

    def members_of(self, members: tuple[types.Type, ...]) -> Iterator[str]:
        for member in members:
            if not (isinstance(member, types.CustomType) and member.cls is UnsetType):
                yield self.type_of(member)


def quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


if __name__ == "__main__":
    print(typescript(), end="")
