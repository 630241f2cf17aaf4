"""Operations and streams: awaited, cancelled, waited for."""

import asyncio
import select
import threading
import unittest

import kitchen
from case import AsyncFixtureCase, FixtureCase


class Operations(AsyncFixtureCase):
    async def test_await(self):
        self.assertEqual(await kitchen.echo_later("later"), "later")
        order = kitchen.Order(7)
        self.assertEqual(await order.add(kitchen.Dish("soup")), 1)
        self.assertEqual(await order.calories(), 500)
        self.assertEqual([each.name for each in await order.serve()], ["soup"])
        with self.assertRaises(kitchen.KitchenErrorClosed):
            await order.serve()

    async def test_many_at_once_need_no_threads(self):
        before = threading.active_count()
        operations = [kitchen.wait_forever() for _ in range(200)]
        tasks = [asyncio.create_task(each) for each in operations]
        await asyncio.sleep(0)
        self.assertEqual(threading.active_count(), before)
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        self.assertTrue(all(isinstance(each, asyncio.CancelledError) for each in results))

    async def test_gather_and_tasks(self):
        results = await asyncio.gather(*(kitchen.echo_later(str(each)) for each in range(50)))
        self.assertEqual(results, [str(each) for each in range(50)])
        self.assertEqual(await asyncio.create_task(kitchen.echo_later("task")), "task")
        self.assertEqual(await asyncio.wait_for(kitchen.echo_later("limit"), 10), "limit")

    async def test_cancelling_a_task_cancels_the_call(self):
        operation = kitchen.wait_forever()
        task = asyncio.create_task(operation)
        await asyncio.sleep(0)
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        with self.assertRaises(kitchen.Error):
            operation.wait(10)

    async def test_a_limit(self):
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(kitchen.wait_forever(), 0.01)

    def test_waiting_on_a_thread(self):
        operation = kitchen.echo_later("later")
        self.assertEqual(operation.wait(), "later")
        self.assertTrue(operation.done())
        self.assertEqual(operation.wait(0), "later")
        endless = kitchen.wait_forever()
        with self.assertRaises(kitchen.TimedOutError):
            endless.wait(0.01)
        with self.assertRaises(TimeoutError):
            endless.wait(0)
        endless.cancel()
        with self.assertRaises(kitchen.CancelledError):
            endless.wait(10)

    def test_other_threads_run_meanwhile(self):
        steps = []
        endless = kitchen.wait_forever()

        def work():
            for step in range(1000):
                steps.append(step)
            endless.cancel()

        thread = threading.Thread(target=work)
        thread.start()
        with self.assertRaises(kitchen.CancelledError):
            endless.wait(60)
        thread.join()
        self.assertEqual(len(steps), 1000)

    def test_on_done(self):
        finished = threading.Event()
        operation = kitchen.echo_later("x")
        operation.on_done(lambda done: finished.set())
        self.assertTrue(finished.wait(10))
        self.assertEqual(operation.wait(), "x")

    def test_on_done_on_a_queue(self):
        queue = kitchen.Queue()
        heard = []
        operation = kitchen.echo_later("x")
        operation.on_done(lambda done: heard.append(done.wait(0)), queue=queue)
        select.select([queue], [], [], 10)
        self.assertEqual(heard, [])
        queue.run_pending()
        self.assertEqual(heard, ["x"])


class Streams(AsyncFixtureCase):
    async def test_async_for(self):
        self.assertEqual([tick async for tick in kitchen.KitchenTimer(3).ticks()], [3, 2, 1, 0])
        self.assertEqual([tick async for tick in kitchen.KitchenTimer(2).countdown()], [2, 1, 0])
        self.assertEqual([tick async for tick in kitchen.KitchenTimer(1).boxed_ticks()], [1, 0])

    async def test_a_limit_ends_the_stream(self):
        stream, source = kitchen.IntStream.create()
        for number in range(5):
            source.send(number)
        self.assertEqual([each async for each in stream.limit(2)], [0, 1])
        self.assertEqual([each async for each in stream], [])
        # One of fewer elements ends with the stream.
        self.assertEqual([tick async for tick in kitchen.KitchenTimer(1).ticks().limit(9)], [1, 0])
        with self.assertRaises(ValueError):
            stream.limit(-1)

    async def test_an_element_that_arrives_later_wakes_the_loop(self):
        stream, source = kitchen.IntStream.create()
        tasks = [asyncio.create_task(stream.__anext__())]
        # After these turns the task waits for a notification of the library.
        for _ in range(5):
            await asyncio.sleep(0)
        self.assertFalse(tasks[0].done())
        thread = threading.Thread(target=source.send, args=(7,))
        thread.start()
        self.assertEqual(await asyncio.wait_for(tasks[0], 30), 7)
        thread.join()

    async def test_a_failing_stream(self):
        ticks = []
        with self.assertRaises(kitchen.KitchenErrorTooHot):
            async for tick in kitchen.KitchenTimer(3).failing_ticks():
                ticks.append(tick)
        self.assertEqual(ticks, [0, 1, 2])

    async def test_a_stream_of_the_program(self):
        stream, source = kitchen.IntStream.create()
        total = kitchen.sum(stream)
        for number in range(5):
            self.assertTrue(source.send(number))
        source.finish()
        self.assertEqual(await total, 10)
        self.assertFalse(source.send(1))

    async def test_cancelling_the_consumer(self):
        stream, source = kitchen.IntStream.create()
        task = asyncio.create_task(stream.__anext__())
        await asyncio.sleep(0)
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        source.send(5)
        self.assertEqual(stream.next(10), 5)
        source.finish()
        self.assertEqual([each async for each in stream], [])

    def test_a_limit_of_blocking_iteration(self):
        self.assertEqual(list(kitchen.KitchenTimer(9).ticks().limit(3)), [9, 8, 7])
        self.assertEqual(list(kitchen.KitchenTimer(9).ticks().limit(0)), [])
        self.assertEqual(list(kitchen.KitchenTimer(1).ticks().limit(5)), [1, 0])

    def test_blocking(self):
        self.assertEqual(list(kitchen.KitchenTimer(3).ticks()), [3, 2, 1, 0])
        stream, source = kitchen.IntStream.create()
        self.assertIsNone(stream.try_next())
        with self.assertRaises(kitchen.TimedOutError):
            stream.next(0.01)
        source.send(3)
        self.assertEqual(stream.next(10), 3)
        source.finish()
        with self.assertRaises(StopIteration):
            stream.next(10)

    def test_subscriptions(self):
        ended = threading.Event()
        elements, ends = [], []

        def end(failure):
            ends.append(failure)
            ended.set()

        with kitchen.KitchenTimer(3).ticks().subscribe(elements.append, end):
            self.assertTrue(ended.wait(10))
        self.assertEqual((elements, ends), ([3, 2, 1, 0], [None]))
        ended.clear()
        subscription = kitchen.KitchenTimer(1).failing_ticks().subscribe(elements.append, end)
        self.assertTrue(ended.wait(10))
        self.assertIsInstance(ends[1], kitchen.KitchenErrorTooHot)
        subscription.cancel()
        subscription.cancel()

    def test_no_call_after_a_subscription_has_ended(self):
        stream, source = kitchen.IntStream.create()
        heard = []
        subscription = stream.subscribe(heard.append)
        subscription.cancel()
        source.send(1)
        source.finish()
        self.assertEqual(heard, [])


class Queues(AsyncFixtureCase):
    async def test_a_queue_of_an_event_loop(self):
        queue = kitchen.Queue()
        queue.attach()
        heard = asyncio.get_running_loop().create_future()
        thread = threading.current_thread()
        bell = kitchen.Bell()
        bell.on_ring(lambda count: heard.set_result(threading.current_thread() is thread), queue=queue)
        bell.ring()
        self.assertTrue(await asyncio.wait_for(heard, 10))
        asyncio.get_running_loop().remove_reader(queue.fileno())

    async def test_the_main_actor_is_served_by_the_main_queue(self):
        queue = kitchen.Queue.main()
        queue.attach()
        try:
            self.assertEqual(await asyncio.wait_for(kitchen.on_main(4), 10), 5)
            restaurant = await kitchen.Restaurant.create("Chez")
            self.assertEqual(await restaurant.open(), "Chez opens at 8")
            self.assertEqual(await restaurant.install(kitchen.Oven(5)), 1)
        finally:
            asyncio.get_running_loop().remove_reader(queue.fileno())


if __name__ == "__main__":
    unittest.main()
