/// Values in Python.
extension PythonText {
    static let values = #"""
        class class_property(Generic[T]):
            """A property of a class."""

            def __init__(self, read: Callable[[Any], T]) -> None:
                self._read = read
                self.__doc__ = read.__doc__

            def __get__(self, instance: Any, owner: Any) -> T:
                return self._read(owner)


        class _Fields:
            """The fields for the functions of ``dataclasses``, made at the first use: most programs need none."""

            def __get__(self, instance: Any, owner: Any) -> Any:
                import dataclasses

                made = dataclasses.make_dataclass(owner.__name__, owner.__match_args__)
                fields = made.__dataclass_fields__  # type: ignore[attr-defined]
                for name, field in fields.items():
                    field.type = owner.__init__.__annotations__.get(name, Any)
                if "__match_args__" in owner.__dict__:
                    owner.__dataclass_fields__ = fields
                return fields


        class Record:
            """A value with fields. Equal fields make equal values; the functions of ``dataclasses`` work with it."""

            __match_args__: ClassVar[tuple[str, ...]] = ()
            __dataclass_fields__: ClassVar[Any] = _Fields()

            def __eq__(self, other: object) -> bool:
                if type(other) is not type(self):
                    return NotImplemented
                return all(getattr(self, name) == getattr(other, name) for name in self.__match_args__)

            def __hash__(self) -> int:
                return hash((type(self), *(getattr(self, name) for name in self.__match_args__)))

            def __repr__(self) -> str:
                fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
                return f"{type(self).__name__}({fields})"

            def _assign(self, other: Any) -> None:
                for name in self.__match_args__:
                    setattr(self, name, getattr(other, name))


        class Range(Record, Generic[T]):
            """A range that excludes its upper bound."""

            __match_args__ = ("lower", "upper")

            def __init__(self, lower: T, upper: T) -> None:
                self.lower = lower
                self.upper = upper

            def __contains__(self, value: Any) -> bool:
                return bool(self.lower <= value < self.upper)


        class ClosedRange(Record, Generic[T]):
            """A range that includes its upper bound."""

            __match_args__ = ("lower", "upper")

            def __init__(self, lower: T, upper: T) -> None:
                self.lower = lower
                self.upper = upper

            def __contains__(self, value: Any) -> bool:
                return bool(self.lower <= value <= self.upper)


        def members_of(cls: Any) -> tuple[Any, ...]:
            """The members of an enumeration, or the exceptions for its cases, by their numbers."""
            cases = cls.__dict__.get("_cases")
            return tuple(cls) if cases is None else tuple(cases)


        def value_of(value: Any) -> Any:
            """The value of Python for a value of any type; the object itself if there is none."""
            kind = value.kind
            name = type(value).Kind(kind).name
            if name == "NONE":
                return None
            if name == "OTHER":
                return value
            return getattr(value, name.lower())


        def any_of(cls: Any, value: Any) -> Any:
            """The object of the library for a value of Python."""
            if value is None:
                return _native.raw(cls.make_none)
            kinds: tuple[tuple[Any, str], ...] = (
                (bool, "boolean"),
                (int, "integer"),
                (float, "number"),
                (str, "text"),
                ((bytes, bytearray, memoryview), "bytes"),
                (Mapping, "dictionary"),
                (Iterable, "list"),
            )
            for kind, name in kinds:
                if isinstance(value, kind):
                    return _native.raw(getattr(cls, f"make_{name}"), value)
            raise TypeError(f"{type(value).__name__} has no counterpart in the library")


        @overload
        def span(duration: Duration) -> timedelta: ...
        @overload
        def span(duration: Optional[Duration]) -> Optional[timedelta]: ...
        def span(duration: Optional[Duration]) -> Optional[timedelta]:
            """A duration, which may be a number of seconds."""
            if isinstance(duration, (int, float)):
                from datetime import timedelta

                return timedelta(seconds=duration)
            return duration


        @overload
        def seconds(duration: Duration) -> float: ...
        @overload
        def seconds(duration: Optional[Duration]) -> Optional[float]: ...
        def seconds(duration: Optional[Duration]) -> Optional[float]:
            """A number of seconds, which may be a duration."""
            if duration is None or isinstance(duration, (int, float)):
                return duration
            return duration.total_seconds()


        #: The years of the distant past and future by the numbers that stand for them.
        _DISTANT = {-(2**63): 1, 2**63 - 1: 4001}


        def url_of(path: Any) -> str:
            """The URL of the file with a path."""
            import pathlib

            return pathlib.Path(os.fsdecode(path)).absolute().as_uri()


        def date_of(nanoseconds: int) -> datetime:
            from datetime import datetime, timedelta, timezone

            if nanoseconds in _DISTANT:
                return datetime(_DISTANT[nanoseconds], 1, 1, tzinfo=timezone.utc)
            if nanoseconds in (-(2**63) + 1, 2**63 - 2):
                raise OverflowError("the date is not in the range from 1677 to 2262")
            return datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(microseconds=(nanoseconds + 500) // 1000)


        def nanoseconds_of_date(date: datetime) -> int:
            from datetime import datetime, timedelta, timezone

            if not isinstance(date, datetime):
                raise TypeError(f"datetime expected, not {type(date).__name__}")
            for number, year in _DISTANT.items():
                if date.tzinfo is not None and date == datetime(year, 1, 1, tzinfo=timezone.utc):
                    return number
            since = date.astimezone(timezone.utc) - datetime(1970, 1, 1, tzinfo=timezone.utc)
            return since // timedelta(microseconds=1) * 1000


        def uuid_of(data: bytes) -> UUID:
            from uuid import UUID

            return UUID(bytes=data)
        """#
}
