/// Asynchronous calls: futures, and coroutines that await them.
extension RuntimeText {
    static let operations = #"""
        /// Asynchronous call. The destruction of the last copy cancels an unfinished call. **Thread-safe.**
        class operation final : public detail::object<operation, ::@_operation, ::@_operation_retain, ::@_operation_release> {
         public:
          operation(std::nullptr_t) noexcept {}
          /// Creates an operation that the program completes. Cancelling it, or the destruction of its last copy while it runs,
          /// cancels the completion.
          static std::pair<operation, completion<void>> create() {
            detail::ready();
            ::@_operation result{};
            ::@_completion done{};
            detail::check(::@_operation_create(&result, &done));
            const auto succeed = [](::@_completion handle, const std::monostate &) { return ::@_completion_succeed(handle); };
            return {adopt(result), completion<void>(done, succeed)};
          }

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
        template <class T>
        class future;

        namespace detail {
        template <class T, class Function>
        auto then(const future<T> &awaited, Function function, const queue &where);
        }  // namespace detail

        /// Future result of an asynchronous call. The destruction of the last copy cancels an unfinished call: see `detach`.
        /// **Thread-safe.**
        template <class T>
        class [[nodiscard]] future {
         public:
          using value_type = T;
          using result_function = T (*)(::@_operation);

          future(@::operation operation, result_function result) noexcept : operation_(std::move(operation)), result_(result) {}
          /// Creates a future whose result a function of the program has set when the operation is done.
          future(@::operation operation, std::shared_ptr<const std::function<T()>> made) noexcept
              : operation_(std::move(operation)), made_(std::move(made)) {}

          /// Waits for the end and returns the result, or throws the error. May be called again.
          T get() const {
            operation_.wait();
            if (!made_) return result_(operation_.get());
            // The queue of the function was destroyed.
            if (!*made_) throw error(status::not_available);
            return (*made_)();
          }
        #if defined(__cpp_lib_expected)
          /// Waits for the end and returns the result or the error of the library; other exceptions are thrown.
          std::expected<T, error> result() const {
            try {
              if constexpr (std::is_void_v<T>) {
                get();
                return {};
              } else {
                return get();
              }
            } catch (const error &failure) {
              return std::unexpected<error>(failure);
            }
          }
        #endif
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
          /// Calls a function once, at the end, and returns the future of its result. The function takes this future, whose
          /// `get` then returns without waiting, or the value: then it is not called after an error, which the result has
          /// instead. If the function returns a future, the result is that of this one. Cancelling the result cancels this
          /// call.
          template <class Function>
          auto then(Function function, const queue &where = queue(nullptr)) const {
            return detail::then(*this, std::move(function), where);
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
          result_function result_ = nullptr;
          std::shared_ptr<const std::function<T()>> made_;
        };
        """#

    static let continuations = #"""
        namespace detail {
        /// Type of a function's result, without the future around it.
        template <class T>
        struct unwrapped {
          using type = T;
          static constexpr bool is_future = false;
        };
        template <class T>
        struct unwrapped<future<T>> {
          using type = T;
          static constexpr bool is_future = true;
        };

        /// Calls the function of `then` with the future or with its value.
        template <class Function, class T>
        decltype(auto) continued(Function &function, const future<T> &done) {
          if constexpr (std::is_invocable_v<Function &, const future<T> &>) {
            return function(done);
          } else if constexpr (std::is_void_v<T>) {
            done.get();
            return function();
          } else {
            return function(done.get());
          }
        }

        /// Call that the future of `then` waits for: the one before it, later the one that its function has started.
        class current_operation {
         public:
          explicit current_operation(operation first) : operation_(std::move(first)) {}

          void set(operation next) {
            const std::lock_guard<std::mutex> lock(mutex_);
            operation_ = std::move(next);
          }
          /// Does nothing after the library was shut down.
          void cancel() noexcept {
            ::@_operation found{};
            {
              const std::lock_guard<std::mutex> lock(mutex_);
              found = operation_.get();
              if (::@_operation_retain(found) != @@_OK) return;
            }
            ::@_operation_cancel(found);
            ::@_operation_release(found);
          }

         private:
          std::mutex mutex_;
          operation operation_;
        };

        template <class T, class Function>
        auto then(const future<T> &awaited, Function function, const queue &where) {
          using returned = std::decay_t<decltype(continued(std::declval<Function &>(), awaited))>;
          using value = typename unwrapped<returned>::type;
          auto made = operation::create();
          auto result = std::make_shared<std::function<value()>>();
          auto current = std::make_shared<current_operation>(awaited.operation());
          auto shared = std::make_shared<Function>(std::move(function));
          made.second.on_cancel([current] { current->cancel(); });
          awaited.operation().on_done(
              [awaited, shared, result, current, done = made.second]() mutable {
                try {
                  if constexpr (unwrapped<returned>::is_future) {
                    const returned next = continued(*shared, awaited);
                    *result = [next] { return next.get(); };
                    current->set(next.operation());
                    if (done.is_cancelled()) next.cancel();
                    next.operation().on_done([done]() mutable { done.succeed(); });
                    return;
                  } else if constexpr (std::is_void_v<value>) {
                    continued(*shared, awaited);
                    *result = [] {};
                  } else {
                    *result = [held = std::make_shared<value>(continued(*shared, awaited))]() -> value {
                      if constexpr (std::is_copy_constructible_v<value>) {
                        return *held;
                      } else {
                        return std::move(*held);
                      }
                    };
                  }
                } catch (...) {
                  *result = [thrown = std::current_exception()]() -> value { std::rethrow_exception(thrown); };
                }
                done.succeed();
              },
              where);
          return future<value>(std::move(made.first), std::move(result));
        }
        }  // namespace detail
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
