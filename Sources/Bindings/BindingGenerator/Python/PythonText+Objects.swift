/// Objects and operations in Python.
extension PythonText {
    static let objects = #"""
        class Handle(_native.Handle):
            """An object of the library. It is released with the last reference to it, or by ``with`` at the end of its block."""

            __slots__ = ("__weakref__",)

            def __init__(self, *arguments: Any, **named: Any) -> None:
                raise TypeError(f"{type(self).__name__} has no constructor")

            def __enter__(self: H) -> H:
                return self

            def __exit__(self, *failure: object) -> None:
                self._release()

            async def __aenter__(self: H) -> H:
                return self

            async def __aexit__(self, *failure: object) -> None:
                self._release()

            def __repr__(self) -> str:
                return f"<{type(self).__name__} {'released' if self._is_released else hex(self._bits)}>"


        def operated(functions: tuple[Callable[..., Any], ...], left: Any, right: Any) -> Any:
            """The result of the first of some operators that accepts the operands."""
            for function in functions:
                try:
                    return function(left, right)
                except TypeError:
                    continue
            return NotImplemented


        def set_given(value: Handle, **properties: Any) -> None:
            """Sets the properties of a value for which a program gives arguments."""
            for name, given in properties.items():
                if given is not DEFAULT:
                    setattr(value, name, given)


        def text_of(number: float) -> str:
            """The text of a number, without a point if it is whole."""
            return str(int(number)) if number == int(number) else str(number)


        def readable(value: Handle) -> str:
            """The source of a value that its text makes again."""
            return Handle.__repr__(value) if value._is_released else f"{type(value).__name__}({str(value)!r})"


        def described(value: Handle) -> str:
            """The class of a value, and its text."""
            return Handle.__repr__(value) if value._is_released else f"<{type(value).__name__} {value}>"


        H = TypeVar("H", bound=Handle)


        class Interface(Handle):
            """A protocol of the library. A subclass implements it: the library calls the methods that it overrides, on any thread.

            A method that is declared as ``Awaitable`` may be an ``async def``; it then runs on an event loop of the package's own.
            """

            __slots__ = ()

            def __init__(self) -> None:
                if Interface in type(self).__bases__:
                    raise TypeError(f"{type(self).__name__} is a protocol: make a subclass")


        class Subscription(Handle):
            """Calls of a function. They end with ``cancel``, or with the last reference to this object."""

            __slots__ = ()

            def cancel(self) -> None:
                """Ends the calls: when this returns, the function is not running and will not be called again."""
                _native.cancel_subscription(self)

            def __exit__(self, *failure: object) -> None:
                self.cancel()

            async def __aexit__(self, *failure: object) -> None:
                self.cancel()


        class Queue(Handle):
            """Functions that the library calls on a thread of the program, such as that of its user interface."""

            __slots__ = ()

            def __init__(self) -> None:
                _native.adopt(self, _native.make_queue(False))

            @staticmethod
            def main() -> Queue:
                """The queue for the main thread. Functions that the library restricts to the main thread run only there."""
                made: Queue = _native.make_queue(True)
                return made

            def fileno(self) -> int:
                """The file descriptor that is readable while there are functions to call."""
                return int(_native.queue_descriptor(self))

            def run_pending(self) -> int:
                """Calls the functions that wait, on this thread. Returns their number."""
                return int(_native.queue_run(self))

            def attach(self, loop: Optional[asyncio.AbstractEventLoop] = None) -> None:
                """Lets an event loop call the functions; without a loop, the one that runs."""
                import asyncio

                (loop or asyncio.get_running_loop()).add_reader(self.fileno(), self.run_pending)


        # The library does not say when it stops keeping an object of the program; each collection looks at some.
        gc.callbacks.append(_native.settle)


        def live_handles() -> int:
            """The number of objects that the program holds."""
            return int(_native.live_handles())


        def wait_for_live_handles(count: int, timeout: Duration) -> bool:
            """Waits until at most ``count`` objects are left. An object outlives its release while the library uses it."""
            return bool(_native.wait_for_live_handles(count, timeout))
        """#

    static let operations = #"""
        def _arrive(future: asyncio.Future[None]) -> None:
            if not future.done():
                future.set_result(None)


        class _NextTurn:
            """The next turn of the event loop, after that of the other tasks that are ready."""

            __slots__ = ()

            def __await__(self) -> Generator[None, None, None]:
                yield


        NEXT_TURN = _NextTurn()


        if TYPE_CHECKING:

            class _Awaited(Coroutine[Any, Any, T]):
                def send(self, value: Any) -> Any: ...
                def throw(self, *failure: Any) -> Any: ...
                def close(self) -> None: ...

        else:
            _Awaited = Generic


        class Operation(_native.Operation, _Awaited[T]):
            """A call of the library that is under way: ``await`` it, or ``wait`` for its result.

            ``asyncio.create_task`` accepts it as a coroutine. Cancelling the task cancels the call, and so does the last reference to
            an operation that has not ended.
            """

            __slots__ = ("_coroutine",)

            def wait(self, timeout: Optional[Duration] = None) -> T:
                """Blocks until the call has ended, and returns its result. Other threads run meanwhile.

                :param timeout: the limit of the wait, in seconds; without one, until the call ends
                :raises TimedOutError: after the limit; the call goes on
                """
                if not self._wait(timeout):
                    raise TimedOutError("the call has not ended: wait longer, or cancel it")
                result: T = self._take()
                return result

            def cancel(self) -> None:
                """Requests cancellation. The call then ends early, usually with ``CancelledError``, or with the error by
                which the function reports a cancellation."""
                self._cancel()

            def done(self) -> bool:
                """Whether the result is available."""
                return bool(self._is_done())

            def on_done(self, function: Callable[[Operation[T]], object], *, queue: Optional[Queue] = None) -> None:
                """Calls a function once when the call has ended, on a thread of the library, or on that of a queue."""
                self._notify((function, self), queue)

            async def _complete(self) -> T:
                if not self._is_done():
                    import asyncio

                    try:
                        # Many calls end before the next turn: then no other thread has to wake the loop.
                        await NEXT_TURN
                        if not self._is_done():
                            loop = asyncio.get_running_loop()
                            future = loop.create_future()
                            self._notify((loop.call_soon_threadsafe, lambda: _arrive(future)), None)
                            await future
                    except asyncio.CancelledError:
                        self._cancel()
                        raise
                result: T = self._take()
                return result

            def __await__(self) -> Generator[Any, Any, T]:
                return self._complete().__await__()

            def _started(self) -> Coroutine[Any, Any, T]:
                try:
                    return self._coroutine
                except AttributeError:
                    self._coroutine: Coroutine[Any, Any, T] = self._complete()
                    return self._coroutine

            def send(self, value: Any) -> Any:
                return self._started().send(value)

            def throw(self, *failure: Any) -> Any:
                return self._started().throw(*failure)

            def close(self) -> None:
                self._started().close()

            def __enter__(self) -> Operation[T]:
                return self

            def __exit__(self, *failure: object) -> None:
                self._release()


        class Block(Generic[T]):
            """Begins with one call, and ends with another: a block of ``async with``, or of ``with``, which blocks."""

            def __init__(self, value: T, begin: Callable[[], Operation[Any]], end: Callable[[], Operation[Any]]) -> None:
                self._value = value
                self._begin = begin
                self._end = end

            def __enter__(self) -> T:
                self._begin().wait()
                return self._value

            def __exit__(self, *failure: object) -> None:
                self._end().wait()

            async def __aenter__(self) -> T:
                await self._begin()
                return self._value

            async def __aexit__(self, *failure: object) -> None:
                await self._end()
        """#
}
