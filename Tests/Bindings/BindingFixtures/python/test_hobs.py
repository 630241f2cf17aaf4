"""Members of a global actor, and functions that return tasks."""

import asyncio
import unittest

import kitchen
from case import AsyncFixtureCase


class Hobs(AsyncFixtureCase):
    async def test_members_of_a_global_actor_are_awaited(self):
        self.assertIsInstance(kitchen.HobActor.shared, kitchen.HobActor)
        hob = await kitchen.Hob.create("left")
        self.assertEqual((hob.name, await hob.level()), ("left", 0))
        self.assertEqual(await hob.heat_by(3), 3)
        with self.assertRaises(kitchen.KitchenErrorMissing):
            await hob.heat_by(-1)
        self.assertEqual(await kitchen.Lighter().light(hob), 4)
        levels = []
        await hob.report_to(levels.append)
        self.assertEqual(levels, [4])
        self.assertEqual((await kitchen.flames(4), await kitchen.hob_count()), (8, 4))

    async def test_a_task_is_awaited(self):
        self.assertEqual((await kitchen.simmering(5), await kitchen.resting()), (5, "rested"))
        self.assertIsNone(await kitchen.cooling_to(20))
        for operation in (kitchen.simmering(-1), kitchen.cooling_to(-1)):
            with self.assertRaises(kitchen.KitchenErrorMissing):
                await operation

    async def test_cancelling_ends_the_task(self):
        task = asyncio.create_task(kitchen.boiling_forever())
        await asyncio.sleep(0)
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task


if __name__ == "__main__":
    unittest.main()
