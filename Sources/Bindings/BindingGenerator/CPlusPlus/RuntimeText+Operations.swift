/// Asynchronous calls: futures, and coroutines that await them.
extension RuntimeText {
    static let operations = #"""
        /// An asynchronous call under way. If the last copy goes before the end, the call is cancelled. **Thread-safe.**
        class operation final : public detail::object<operation, ::@_operation, ::@_operation_retain, ::@_operation_release> {
         public:
          operation(std::nullptr_t) noexcept {}

          /// Whether there is a result.
          bool is_done() const {
            bool result = false;
            detail::check(::@_operation_is_done(get(), &result));
            return result;
          }
          /// Waits for the end, however long that takes.
          void wait() const { detail::check(::@_operation_wait(get(), @@_FOREVER)); }
          /// Waits for the end; false when the time was up before.
          bool wait_for(std::chrono::nanoseconds duration) const {
            const auto code = ::@_operation_wait(get(), detail::nanoseconds(duration));
            if (code == @@_TIMED_OUT) return false;
            detail::check(code);
            return true;
          }
          /// Asks it to end early.
          void cancel() const { detail::check(::@_operation_cancel(get())); }
          /// A file descriptor that is readable once it has ended; it belongs to the operation.
          int descriptor() const {
            int result = -1;
            detail::check(::@_operation_descriptor(get(), &result));
            return result;
          }
          /// Calls a function once, at the end.
          void on_done(std::function<void()> function, const queue &where = queue(nullptr)) const {
            using context_type = detail::callback<std::function<void()>>;
            auto context = std::make_unique<context_type>(std::move(function));
            const auto call = [](::@_operation, void *pointer) {
              auto *held = static_cast<context_type *>(pointer);
              try {
                held->function();
              } catch (...) {
                held->caught();
              }
            };
            detail::check(::@_operation_on_done(get(), where.get(), call, context.release(), &detail::release<context_type>));
          }
        };

        template <class T>
        class awaiter;

        /// What an asynchronous call will give. If the last copy goes before the end, the call is cancelled: see `detach`.
        /// **Thread-safe.**
        template <class T>
        class [[nodiscard]] future {
         public:
          using value_type = T;
          using result_function = T (*)(::@_operation);

          future(@::operation operation, result_function result) noexcept : operation_(std::move(operation)), result_(result) {}

          /// Waits for the end and gives the result, or throws why there is none. May be called again.
          T get() const {
            operation_.wait();
            return result_(operation_.get());
          }
          /// Waits for the result for some time; throws `timed_out_error`, and cancels, when it did not come.
          T get_for(std::chrono::nanoseconds duration) const {
            if (!wait_for(duration)) {
              cancel();
              throw timed_out_error();
            }
            return get();
          }
          /// Waits for the end; false when the time was up before.
          bool wait_for(std::chrono::nanoseconds duration) const { return operation_.wait_for(duration); }
          bool is_done() const { return operation_.is_done(); }
          /// Asks the call to end early: `get` then throws `cancelled_error`, unless it was done already.
          void cancel() const { operation_.cancel(); }
          /// A file descriptor that is readable once there is a result: for `poll(2)` and its like.
          int descriptor() const { return operation_.descriptor(); }
          /// Calls `function(future)` once, at the end; its `get` does not wait any more.
          template <class Function>
          void then(Function function, const queue &where = queue(nullptr)) const {
            auto shared = std::make_shared<Function>(std::move(function));
            operation_.on_done([shared, self = *this] { (*shared)(self); }, where);
          }
          /// Lets the call go on although nobody waits for it.
          void detach() const {
            operation_.on_done([self = *this] {});
          }
          const @::operation &operation() const noexcept { return operation_; }

        #if defined(@@_HAS_COROUTINES)
          /// For `co_await future.on(queue)`: goes on where the queue is run.
          awaiter<T> on(const queue &where) const { return awaiter<T>(*this, where); }
          /// `co_await future` goes on on a thread of the library.
          awaiter<T> operator co_await() const { return awaiter<T>(*this, queue(nullptr)); }
        #endif

         private:
          @::operation operation_;
          result_function result_;
        };
        """#

    static let coroutines = #"""
        #if defined(@@_HAS_COROUTINES)
        /// Waits for a future inside a coroutine. The coroutine must not be destroyed while it waits.
        template <class T>
        class awaiter {
         public:
          awaiter(future<T> awaited, queue where) : future_(std::move(awaited)), queue_(std::move(where)) {}

          bool await_ready() const { return !queue_ && future_.is_done(); }
          void await_suspend(std::coroutine_handle<> waiting) {
            future_.operation().on_done([waiting] { waiting.resume(); }, queue_);
          }
          T await_resume() const { return future_.get(); }

         private:
          future<T> future_;
          queue queue_;
        };

        namespace detail {
        template <class T>
        struct task_result {
          std::variant<std::monostate, T, std::exception_ptr> outcome;

          template <class U>
          void return_value(U &&value) { outcome.template emplace<1>(std::forward<U>(value)); }
          T take() {
            if (outcome.index() == 2) std::rethrow_exception(std::get<2>(outcome));
            return std::move(std::get<1>(outcome));
          }
          void fail() { outcome.template emplace<2>(std::current_exception()); }
        };

        template <>
        struct task_result<void> {
          std::exception_ptr thrown;

          void return_void() noexcept {}
          void take() const {
            if (thrown) std::rethrow_exception(thrown);
          }
          void fail() { thrown = std::current_exception(); }
        };
        }  // namespace detail

        /// A coroutine that gives a value. It begins when it is awaited, or when `get` waits for it.
        template <class T = void>
        class [[nodiscard]] task {
         public:
          struct promise_type : detail::task_result<T> {
            std::coroutine_handle<> continuation;
            std::function<void()> finished;

            task get_return_object() { return task(std::coroutine_handle<promise_type>::from_promise(*this)); }
            std::suspend_always initial_suspend() const noexcept { return {}; }
            auto final_suspend() const noexcept {
              struct goes_on {
                bool await_ready() const noexcept { return false; }
                std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> ended) const noexcept {
                  const std::coroutine_handle<> next = ended.promise().continuation;
                  const std::function<void()> told = std::move(ended.promise().finished);
                  // Whoever is told may destroy the coroutine at once.
                  if (told) told();
                  return next ? next : std::noop_coroutine();
                }
                void await_resume() const noexcept {}
              };
              return goes_on();
            }
            void unhandled_exception() { this->fail(); }
          };

          task(task &&other) noexcept : coroutine_(std::exchange(other.coroutine_, nullptr)) {}
          task(const task &) = delete;
          task &operator=(task other) noexcept {
            std::swap(coroutine_, other.coroutine_);
            return *this;
          }
          ~task() {
            if (coroutine_) coroutine_.destroy();
          }

          bool await_ready() const noexcept { return false; }
          std::coroutine_handle<> await_suspend(std::coroutine_handle<> waiting) {
            coroutine_.promise().continuation = waiting;
            return coroutine_;
          }
          T await_resume() { return coroutine_.promise().take(); }

          /// Runs it, waits for its end on this thread, and gives its value or throws what it threw.
          T get() {
            struct gate_type {
              std::mutex mutex;
              std::condition_variable changed;
              bool is_open = false;
            };
            auto gate = std::make_shared<gate_type>();
            start([gate] {
              const std::lock_guard<std::mutex> lock(gate->mutex);
              gate->is_open = true;
              gate->changed.notify_all();
            });
            std::unique_lock<std::mutex> lock(gate->mutex);
            gate->changed.wait(lock, [&gate] { return gate->is_open; });
            return coroutine_.promise().take();
          }
          /// Runs it until it waits for something, then returns; `finished` is called at its end, on whichever thread that is.
          /// The task must live until then.
          void start(std::function<void()> finished) {
            coroutine_.promise().finished = std::move(finished);
            coroutine_.resume();
          }

         private:
          explicit task(std::coroutine_handle<promise_type> coroutine) noexcept : coroutine_(coroutine) {}

          std::coroutine_handle<promise_type> coroutine_;
        };
        #endif
        """#
}
