"""A program that a type checker accepts, with one construct of each kind."""

from __future__ import annotations
import asyncio
import kitchen

class Cook(kitchen.Chef):
    @property
    def name(self) -> str:
        return "Ada"
    @property
    def stars(self) -> int:
        return 2
    def greet(self, guest: str) -> str:
        return guest
    def taste(self, dish: kitchen.Dish) -> int:
        return 1
    async def cook(self, recipe: kitchen.Recipe) -> kitchen.Dish:
        return kitchen.Dish(recipe.title)
    async def rest(self) -> None:
        pass

async def main() -> None:
    texts: list[str] = await kitchen.audition(Cook(), kitchen.Recipe("x", []))
    number: int = await asyncio.create_task(kitchen.Order(2).add(kitchen.Dish("x")))
    async for tick in kitchen.KitchenTimer(3).ticks():
        print(tick + 1, texts, number)
    async for first in kitchen.KitchenTimer(3).ticks().limit(2):
        print(first + 1)
    print(kitchen.explain_any(3), kitchen.explain({"a": 1, "b": ["x"]}))
    p: kitchen.Position = kitchen.Position.origin
    course: kitchen.Course = kitchen.CourseSoup(5)
    if isinstance(course, kitchen.CourseSoup):
        print(course.temperature + 1, p.x)
    print(kitchen.echo_later("x").wait(3).upper())
    kitchen.season(["a"], lambda dish: dish.upper())
    plates: int = kitchen.TableSetting(plates=2, cloth=None, courses=["soup"]).plates
    guests: list[str] = [guest.upper() for guest in kitchen.GuestQueue(["Ada"])]
    ticket: int = next(kitchen.tickets_from(plates))
    weight: float = kitchen.weighed(kitchen.MassMeasurement(2, "kg"), "g").value + kitchen.doubled(1.5)
    minutes: int = await kitchen.simmering(3) + await kitchen.Lighter().light(await kitchen.Hob.create("left"))
    print(guests, ticket, weight, minutes, kitchen.Gadget.whisk.speed, -kitchen.Stroke(1, 2))
asyncio.run(main())
