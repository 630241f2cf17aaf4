/// Asynchronous calls: futures, and coroutines that await them.
extension RuntimeText {
    static let operations = #"""
        /// Asynchronous call. The destruction of the last copy cancels an unfinished call. **Thread-safe.**
        class operation final : public detail::object<operation, ::@_operation, ::@_operation_retain, ::@_operation_release> {
         public:
          operation(std::nullptr_t) noexcept {}

          /// Whether the result is available.
          bool is_done() const {
            bool result = false;
            detail::check(::@_operation_is_done(get(), &result));
            return result;
          }
          /// Waits for the end without a limit.
          void wait() const { detail::check(::@_operation_wait(get(), @@_FOREVER)); }
          /// Waits for the end; returns false if the time-out passed before.
          bool wait_for(std::chrono::nanoseconds duration) const {
            const auto code = ::@_operation_wait(get(), detail::nanoseconds(duration));
            if (code == @@_TIMED_OUT) return false;
            detail::check(code);
            return true;
          }
          /// Requests cancellation.
          void cancel() const { detail::check(::@_operation_cancel(get())); }
          /// File descriptor that becomes readable at the end; owned by the operation.
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

        /// Future result of an asynchronous call. The destruction of the last copy cancels an unfinished call: see `detach`.
        /// **Thread-safe.**
        template <class T>
        class [[nodiscard]] future {
         public:
          using value_type = T;
          using result_function = T (*)(::@_operation);

          future(@::operation operation, result_function result) noexcept : operation_(std::move(operation)), result_(result) {}

          /// Waits for the end and returns the result, or throws the error. May be called again.
          T get() const {
            operation_.wait();
            return result_(operation_.get());
          }
          /// Waits for the result for a limited time; cancels and throws `timed_out_error` if it did not arrive.
          T get_for(std::chrono::nanoseconds duration) const {
            if (!wait_for(duration)) {
              cancel();
              throw timed_out_error();
            }
            return get();
          }
          /// Waits for the end; returns false if the time-out passed before.
          bool wait_for(std::chrono::nanoseconds duration) const { return operation_.wait_for(duration); }
          bool is_done() const { return operation_.is_done(); }
          /// Requests cancellation: `get` then throws `cancelled_error`, unless the call had already finished.
          void cancel() const { operation_.cancel(); }
          /// File descriptor that becomes readable when the result is available, for `poll(2)`.
          int descriptor() const { return operation_.descriptor(); }
          /// Calls `function(future)` once, at the end; `get` then returns without waiting.
          template <class Function>
          void then(Function function, const queue &where = queue(nullptr)) const {
            auto shared = std::make_shared<Function>(std::move(function));
            operation_.on_done([shared, self = *this] { (*shared)(self); }, where);
          }
          /// Lets the call continue without an owner.
          void detach() const {
            operation_.on_done([self = *this] {});
          }
          const @::operation &operation() const noexcept { return operation_; }

        #if defined(@@_HAS_COROUTINES)
          /// For `co_await future.on(queue)`: the coroutine resumes on the queue's thread.
          awaiter<T> on(const queue &where) const { return awaiter<T>(*this, where); }
          /// `co_await future` resumes on a thread of the library.
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

        /// Coroutine that returns a value. It starts when it is awaited, or when `get` is called.
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
                  // The callback may destroy the coroutine.
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

          /// Runs the coroutine, waits for its end on this thread, and returns its value or rethrows its exception.
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
          /// Runs the coroutine until its first suspension, then returns; `finished` is called at its end, on any thread.
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
