/// Asynchronous call. The destruction of the last copy cancels an unfinished call. **Thread-safe.**
class operation final : public detail::object<operation, ::the_prefix_operation, ::the_prefix_operation_retain, ::the_prefix_operation_release> {
 public:
  operation(std::nullptr_t) noexcept {}
  /// Creates an operation that the program completes. Cancelling it, or the destruction of its last copy while it runs,
  /// cancels the completion.
  static std::pair<operation, completion<void>> create() {
    detail::ready();
    ::the_prefix_operation result{};
    ::the_prefix_completion done{};
    detail::check(::the_prefix_operation_create(&result, &done));
    const auto succeed = [](::the_prefix_completion handle, const std::monostate &) { return ::the_prefix_completion_succeed(handle); };
    return {adopt(result), completion<void>(done, succeed)};
  }

  /// Whether the result is available.
  bool is_done() const {
    bool result = false;
    detail::check(::the_prefix_operation_is_done(get(), &result));
    return result;
  }
  /// Waits for the end without a limit.
  void wait() const { detail::check(::the_prefix_operation_wait(get(), THE_PREFIX_FOREVER)); }
  /// Waits for the end; returns false if the time-out passed before.
  bool wait_for(std::chrono::nanoseconds duration) const {
    const auto code = ::the_prefix_operation_wait(get(), detail::nanoseconds(duration));
    if (code == THE_PREFIX_TIMED_OUT) return false;
    detail::check(code);
    return true;
  }
  /// Requests cancellation.
  void cancel() const { detail::check(::the_prefix_operation_cancel(get())); }
  /// File descriptor that becomes readable at the end; owned by the operation.
  int descriptor() const {
    int result = -1;
    detail::check(::the_prefix_operation_descriptor(get(), &result));
    return result;
  }
  /// Calls a function once, at the end.
  void on_done(std::function<void()> function, const queue &where = queue(nullptr)) const {
    using context_type = detail::callback<std::function<void()>>;
    auto context = std::make_unique<context_type>(std::move(function));
    const auto call = [](::the_prefix_operation, void *pointer) {
      auto *held = static_cast<context_type *>(pointer);
      try {
        held->function();
      } catch (...) {
        held->caught();
      }
    };
    detail::check(::the_prefix_operation_on_done(get(), where.get(), call, context.release(), &detail::release<context_type>));
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
  using result_function = T (*)(::the_prefix_operation);

  future(the_qualifier::operation operation, result_function result) noexcept : operation_(std::move(operation)), result_(result) {}
  /// Creates a future whose result a function of the program has set when the operation is done.
  future(the_qualifier::operation operation, std::shared_ptr<const std::function<T()>> made) noexcept
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
  /// Requests cancellation: `get` then throws `cancelled_error`, or the error by which the function reports a
  /// cancellation, unless the call had already finished.
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
  const the_qualifier::operation &operation() const noexcept { return operation_; }

#if defined(THE_PREFIX_HAS_COROUTINES)
  /// For `co_await future.on(queue)`: the coroutine resumes on the queue's thread.
  awaiter<T> on(const queue &where) const { return awaiter<T>(*this, where); }
  /// `co_await future` resumes on a thread of the library.
  awaiter<T> operator co_await() const { return awaiter<T>(*this, queue(nullptr)); }
#endif

 private:
  the_qualifier::operation operation_;
  result_function result_ = nullptr;
  std::shared_ptr<const std::function<T()>> made_;
};
