/// Asynchronous functions of the program, and the end of the interpreter.
extension PythonText {
    static let completions = #"""
        _loop: Optional[asyncio.AbstractEventLoop] = None
        _loop_thread: Any = None


        def _background() -> asyncio.AbstractEventLoop:
            """The event loop for asynchronous methods of protocols; it starts with the first one."""
            global _loop, _loop_thread
            import asyncio
            import threading

            if _loop is None:
                loop = asyncio.new_event_loop()
                _loop_thread = threading.Thread(target=loop.run_forever, name="@@.asyncio", daemon=True)
                _loop_thread.start()
                _loop = loop
            return _loop


        def finish(completion: Any, result: Any, exception: Optional[BaseException]) -> None:
            """Completes an asynchronous function of the program."""
            if exception is not None:
                completion.fail(exception)
            elif hasattr(result, "__await__"):
                _finish_later(completion, result)
            else:
                _succeed(completion, result)


        def _succeed(completion: Any, result: Any) -> None:
            try:
                completion.complete(result)
            except Exception as failure:  # the result has the wrong type
                completion.fail(failure)
                raise


        def _finish_later(completion: Any, result: Awaitable[Any]) -> None:
            import asyncio

            loop = _background()

            async def run() -> None:
                task = asyncio.ensure_future(result)
                completion.on_cancel(lambda: loop.call_soon_threadsafe(task.cancel))
                try:
                    value = await task
                except asyncio.CancelledError:
                    completion.fail(None)
                except BaseException as failure:
                    completion.fail(failure)
                else:
                    _succeed(completion, value)

            def start() -> None:
                tasks.add(task := loop.create_task(run()))
                task.add_done_callback(tasks.discard)

            loop.call_soon_threadsafe(start)


        tasks: set[Any] = set()
        _is_child = False


        def _mark_child() -> None:
            global _is_child, _loop, _loop_thread
            _is_child, _loop, _loop_thread = True, None, None


        def _end() -> None:
            """Ends all calls from the library before the interpreter ends."""
            global _is_ending
            _is_ending = True
            is_forked = False
            if _is_child:
                try:
                    _native.make_queue(False)
                except ForkedError:
                    is_forked = True
            if _loop is not None:
                _loop.call_soon_threadsafe(_loop.stop)
                _loop_thread.join(5)
            _native.end(is_forked)


        def start(classes: dict[str, Any], fingerprint: str) -> None:
            """Connects the classes with the extension; refuses one that was made for another interface."""
            if _native.fingerprint != fingerprint:
                raise ImportError(
                    f"@@: the Python files were made for the interface {fingerprint}, and {_native.__file__} for "
                    f"{_native.fingerprint}: install the package again"
                )
            classes.update(Operation=Operation, Queue=Queue, Subscription=Subscription)
            _native.register(sys.modules[__name__], classes)
            atexit.register(_end)
            os.register_at_fork(after_in_child=_mark_child)
        """#
}
