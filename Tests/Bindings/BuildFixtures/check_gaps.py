"""The package that is built when the library has no gaps: its functions, and objects of the program as what they are."""

from typing import Any

import gaps

assert gaps.area() == 6


class Closet(gaps.Room):
    def width(self) -> int:
        return 1


class Ballroom(gaps.Hall):
    def width(self) -> int:
        return 20

    def height(self) -> int:
        return 8


class Named:
    def __init__(self, name: str, *rest: Any) -> None:
        super().__init__(*rest)
        self.name = name


class Gallery(Named, Ballroom):
    pass


assert gaps.size_of(Closet()) == "1"
ballroom = Ballroom()
assert [gaps.size_of(ballroom) for _ in range(3)] == ["20 x 8"] * 3
assert gaps.size_of(Gallery("east")) == "20 x 8"


class Unfinished(gaps.Hall):
    def width(self) -> int:
        return 2


try:
    gaps.size_of(Unfinished())
except TypeError as error:
    assert "Unfinished must have height" in str(error)
else:
    raise AssertionError("a class without a required function was accepted")
