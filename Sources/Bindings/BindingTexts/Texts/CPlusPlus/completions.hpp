/// Completion of an asynchronous callback, for one result. Its destruction without a result fails the call. Copies
/// share one result. **Thread-safe.**
template <class T>
class completion final : public detail::object<completion<T>, ::the_prefix_completion, ::the_prefix_completion_retain, ::the_prefix_completion_release> {
 public:
  using value_type = std::conditional_t<std::is_void_v<T>, std::monostate, T>;
  using answer_function = ::the_prefix_status (*)(::the_prefix_completion, const value_type &);

  /// Takes ownership of a completion of the C interface.
  completion(::the_prefix_completion handle, answer_function answer) noexcept : answer_(answer) { this->set_bits(handle.bits); }

  /// Completes the callback. Later results are ignored.
  void operator()(const value_type &value = value_type()) { succeed(value); }
  void succeed(const value_type &value = value_type()) {
    const ::the_prefix_completion handle = this->release();
    if (!handle.bits) return;
    const ::the_prefix_status code = answer_(handle, value);
    // A value that the library refuses is a failure of the completing caller.
    if (code != THE_PREFIX_OK && code != THE_PREFIX_ERROR_INVALID_HANDLE) {
      ::the_prefix_completion_fail(handle, ::the_prefix_error_create(code, detail::lend_text(the_qualifier::to_string(static_cast<status>(code)))));
    }
  }
  void fail(const error &failure) { give(failure.copy()); }
  void fail(status code, std::string_view message) { fail(error(code, message)); }
  void fail(const std::exception_ptr &thrown) {
    ::the_prefix_error *failure = nullptr;
    detail::attempt(&failure, [&thrown] { std::rethrow_exception(thrown); });
    give(failure);
  }
  /// Completes the callback as cancelled.
  void cancel() { give(nullptr); }
  /// Whether the caller has cancelled the callback; complete it soon nevertheless.
  bool is_cancelled() const {
    bool result = false;
    detail::check(::the_prefix_completion_is_cancelled(this->get(), &result));
    return result;
  }
  /// Calls a function once, on any thread, when the caller cancels the callback; immediately if it already has.
  void on_cancel(std::function<void()> function) const {
    using context_type = detail::callback<std::function<void()>>;
    auto context = std::make_unique<context_type>(std::move(function));
    const auto call = [](void *pointer) {
      auto *held = static_cast<context_type *>(pointer);
      try {
        held->function();
      } catch (...) {
        held->caught();
      }
    };
    detail::check(::the_prefix_completion_on_cancel(this->get(), call, context.release(), &detail::release<context_type>));
  }

 private:
  void give(::the_prefix_error *failure) {
    const ::the_prefix_completion handle = this->release();
    if (handle.bits) {
      ::the_prefix_completion_fail(handle, failure);
    } else {
      ::the_prefix_error_free(failure);
    }
  }

  answer_function answer_;
};

template <class Signature>
class async_function;

/// Callback that may complete later: a function of the arguments and a `completion<T>`, or a function of the arguments
/// that returns the result or throws.
template <class T, class... Arguments>
class async_function<T(Arguments...)> {
 public:
  async_function(std::nullptr_t = nullptr) noexcept {}
  template <class Function, class = std::enable_if_t<!std::is_same_v<std::decay_t<Function>, async_function> &&
                                                     !std::is_same_v<std::decay_t<Function>, std::nullptr_t>>>
  async_function(Function function) {
    if constexpr (std::is_invocable_v<Function &, Arguments..., completion<T>>) {
      function_ = std::move(function);
    } else {
      function_ = [held = std::move(function)](Arguments... arguments, completion<T> done) mutable {
        if constexpr (std::is_void_v<T>) {
          held(std::forward<Arguments>(arguments)...);
          done.succeed();
        } else {
          done.succeed(held(std::forward<Arguments>(arguments)...));
        }
      };
    }
  }

  explicit operator bool() const noexcept { return static_cast<bool>(function_); }
  /// Calls the function; an exception completes the callback.
  void operator()(Arguments... arguments, completion<T> done) const noexcept {
    try {
      completion<T> kept(done);
      try {
        function_(std::forward<Arguments>(arguments)..., std::move(done));
      } catch (...) {
        kept.fail(std::current_exception());
      }
    } catch (...) {
      detail::report(std::current_exception());
    }
  }

 private:
  std::function<void(Arguments..., completion<T>)> function_;
};
