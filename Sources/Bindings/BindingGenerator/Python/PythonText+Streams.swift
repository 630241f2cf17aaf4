/// Streams in Python.
extension PythonText {
    static let streams = #"""
        class Limited(Generic[T]):
            """The first elements of a stream: iterate it with ``async for``, or with ``for``. The stream ends with the last of them."""

            def __init__(self, stream: Stream[T], count: int) -> None:
                if count < 0:
                    raise ValueError(f"a number of elements cannot be {count}")
                self._stream = stream
                self._left = count

            def _remains(self) -> bool:
                """Whether there is one more element to wait for; ends the stream if there is none."""
                if self._left == 0:
                    self._stream.cancel()
                return self._left > 0

            def __iter__(self) -> Iterator[T]:
                while self._remains():
                    try:
                        element = self._stream.next()
                    except StopIteration:
                        return
                    self._left -= 1
                    yield element

            def __aiter__(self) -> AsyncIterator[T]:
                return self

            async def __anext__(self) -> T:
                if not self._remains():
                    raise StopAsyncIteration
                element = await self._stream.__anext__()
                self._left -= 1
                return element


        class Stream(Handle, Generic[T]):
            """Elements that arrive over time: iterate it with ``async for``, or with ``for``, which blocks."""

            __slots__ = ()
            #: The functions of the library: next, try next, notify, subscribe, close.
            _natives: ClassVar[tuple[Any, ...]]

            def next(self, timeout: Optional[Duration] = None) -> T:
                """Waits for the next element.

                :param timeout: the limit of the wait, in seconds; without one, until an element arrives
                :raises TimedOutError: no element arrived in time
                :raises StopIteration: the stream has ended
                """
                element = self._blocking(timeout)
                if element is _native.END:
                    raise StopIteration
                if element is _native.TIMED_OUT:
                    raise TimedOutError("no element arrived in time")
                return element  # type: ignore[no-any-return]

            def try_next(self) -> Optional[T]:
                """The next element if one is available; otherwise requests one and returns ``None``."""
                element = self._natives[1](self)
                if element is _native.END:
                    raise StopIteration
                return None if element is _native.PENDING else element

            def subscribe(
                self,
                on_element: Callable[[T], object],
                on_end: Optional[Callable[[Optional[Error]], object]] = None,
                *,
                queue: Optional[Queue] = None,
            ) -> Subscription:
                """Calls a function with each element, on a thread of the library, or on that of a queue."""
                subscription: Subscription = self._natives[3](self, queue, (on_element, on_end))
                return subscription

            def limit(self, count: int) -> Limited[T]:
                """The first elements only; the stream ends after the last of them.

                :param count: the number of elements
                """
                return Limited(self, count)

            def cancel(self) -> None:
                """Ends the stream."""
                self._natives[4](self)

            def _blocking(self, timeout: Optional[Duration]) -> Any:
                # In steps, so that a signal such as Ctrl-C ends the wait.
                left = None if timeout is None else timeout if isinstance(timeout, (int, float)) else timeout.total_seconds()
                while True:
                    step = 0.1 if left is None or left > 0.1 else left
                    element = self._natives[0](self, step)
                    if element is not _native.TIMED_OUT:
                        return element
                    if left is not None:
                        left -= step
                        if left <= 0:
                            return element

            def __iter__(self) -> Iterator[T]:
                while True:
                    element = self._blocking(None)
                    if element is _native.END:
                        return
                    yield element

            def __aiter__(self) -> AsyncIterator[T]:
                return self

            async def __anext__(self) -> T:
                element = self._natives[1](self)
                if element is _native.PENDING:
                    # Often the element arrives in the next turn of the event loop: then no other thread has to wake the loop.
                    await NEXT_TURN
                    element = self._natives[1](self)
                while element is _native.PENDING:
                    import asyncio

                    loop = asyncio.get_running_loop()
                    future = loop.create_future()
                    self._natives[2](self, (loop.call_soon_threadsafe, lambda: _arrive(future)))
                    await future
                    element = self._natives[1](self)
                if element is _native.END:
                    raise StopAsyncIteration
                return element  # type: ignore[no-any-return]

            def __exit__(self, *failure: object) -> None:
                self.cancel()
                self._release()

            async def __aexit__(self, *failure: object) -> None:
                self.cancel()
                self._release()


        class Source(Handle, Generic[T]):
            """The producing side of a stream."""

            __slots__ = ()
            #: The functions of the library: yield, finish.
            _natives: ClassVar[tuple[Any, ...]]

            def send(self, element: T) -> bool:
                """Appends an element. Returns whether the stream has accepted it: False, if it has ended."""
                return self._natives[0](self, element) is not _native.END

            def finish(self, error: Optional[BaseException] = None) -> None:
                """Ends the stream after the queued elements."""
                self._natives[1](self, error)

            def __exit__(self, *failure: object) -> None:
                self.finish()
                self._release()
        """#
}
