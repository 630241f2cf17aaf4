#if defined(THE_PREFIX_HAS_COROUTINES)
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
  /// This object must exist until then.
  void start(std::function<void()> finished) {
    coroutine_.promise().finished = std::move(finished);
    coroutine_.resume();
  }

 private:
  explicit task(std::coroutine_handle<promise_type> coroutine) noexcept : coroutine_(coroutine) {}

  std::coroutine_handle<promise_type> coroutine_;
};
#endif
