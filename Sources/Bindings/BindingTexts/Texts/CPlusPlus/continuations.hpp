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
    ::the_prefix_operation found{};
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      found = operation_.get();
      if (::the_prefix_operation_retain(found) != THE_PREFIX_OK) return;
    }
    ::the_prefix_operation_cancel(found);
    ::the_prefix_operation_release(found);
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
