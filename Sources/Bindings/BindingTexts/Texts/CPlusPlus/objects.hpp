namespace detail {
/// An object of the program that implements protocols.
class implementer {
 public:
  virtual ~implementer() = default;
};

/// An object of the program that implements a protocol, as the library refers to it: strongly while the library
/// keeps its own object, and weakly otherwise.
struct implementation {
  std::mutex mutex;
  std::weak_ptr<implementer> weak;
  std::shared_ptr<implementer> strong;
  std::uint64_t bits = 0;
  bool is_listed = false;
};

/// Releases the context of an implementation.
THE_PREFIX_INLINE void release_implementation(void *context);

/// Makes the library refer strongly to an object of the program, until it does not keep its own any more.
THE_PREFIX_INLINE void hold_strongly(const std::shared_ptr<implementation> &link, const std::shared_ptr<implementer> &object);

/// Number of implementations to which the library refers strongly.
inline std::atomic<std::size_t> strong_implementations{0};

/// Makes the references to some objects weak that the library does not keep any more.
THE_PREFIX_INLINE void settle_implementations() noexcept;

/// Returns whether there are implementations that the library keeps. Called often.
inline bool settle() noexcept {
  if (strong_implementations.load(std::memory_order_relaxed) == 0) return false;
  settle_implementations();
  return true;
}

/// The one object of the library for an object of the program, which keeps it.
template <class C, ::the_prefix_status (*Retain)(C), ::the_prefix_status (*Release)(C)>
class implemented {
 public:
  ~implemented() {
    if (link_) Release(C{link_->bits});
  }

  /// Returns a retained handle; `create` makes the object for a context.
  template <class Base, class Create>
  std::uint64_t share(const std::shared_ptr<Base> &object, const Create &create) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!link_) {
      auto link = std::make_shared<implementation>();
      link->weak = object;
      auto context = std::make_unique<std::shared_ptr<implementation>>(link);
      link->bits = create(context.release());
      link_ = std::move(link);
    }
    check(Retain(C{link_->bits}));
    hold_strongly(link_, object);
    return link_->bits;
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<implementation> link_;
};

/// The object of the program for the context of an implementation; null if it was destroyed.
THE_PREFIX_INLINE std::shared_ptr<implementer> implementer_in(void *context);

/// The same, for a context that was made of a `Base`.
template <class Base>
std::shared_ptr<Base> implementation_in(void *context) {
  return std::static_pointer_cast<Base>(implementer_in(context));
}

/// The object, unless it was destroyed.
template <class Base>
Base &present(const std::shared_ptr<Base> &object) {
  if (!object) throw error(status::not_available, "the object of the program was destroyed");
  return *object;
}

/// Shared ownership of an object of the library. **Thread-safe**, except for concurrent changes of one variable.
template <class Self, class C, ::the_prefix_status (*Retain)(C), ::the_prefix_status (*Release)(C)>
class object {
 public:
  using handle_type = C;

  /// Takes ownership of a handle of the C interface.
  static Self adopt(C handle) noexcept {
    Self result(nullptr);
    static_cast<object &>(result).bits_ = handle.bits;
    return result;
  }
  /// Retains the object of a handle of the C interface.
  static Self share(C handle) {
    if (handle.bits) check(Retain(handle));
    return adopt(handle);
  }

  object(const object &other) : bits_(other.bits_) {
    if (bits_) check(Retain(C{bits_}));
  }
  object(object &&other) noexcept : bits_(std::exchange(other.bits_, 0)) {}
  object &operator=(const object &other) {
    object copy(other);
    std::swap(bits_, copy.bits_);
    return *this;
  }
  object &operator=(object &&other) noexcept {
    object stolen(std::move(other));
    std::swap(bits_, stolen.bits_);
    return *this;
  }
  ~object() {
    if (bits_) Release(C{bits_});
    settle();
  }

  /// Whether there is an object: false after a move, or if created from null.
  explicit operator bool() const noexcept { return bits_ != 0; }
  /// Returns the C object, borrowed: valid as long as this object.
  C get() const noexcept { return C{bits_}; }
  /// Returns a retained C handle, which the caller releases.
  C release() noexcept { return C{std::exchange(bits_, 0)}; }

 protected:
  object() noexcept = default;
  std::uint64_t bits() const noexcept { return bits_; }
  void set_bits(std::uint64_t bits) noexcept { bits_ = bits; }
  std::uint64_t take_bits() noexcept { return std::exchange(bits_, 0); }

 private:
  std::uint64_t bits_ = 0;
};
}  // namespace detail

/// The object of the program that implements the protocol of an object of the library; null if another one does.
template <class T, class Interface, class = typename Interface::implementation_type>
std::shared_ptr<T> implementation_of(const Interface &object) {
  void *context = ::the_prefix_implementation(object.get().bits, &detail::release_implementation, nullptr);
  if (!context) return nullptr;
  return std::dynamic_pointer_cast<T>(detail::implementer_in(context));
}

/// Queue of callbacks that the program runs on one of its threads, such as that of its user interface.
/// **Thread-safe.**
class queue final : public detail::object<queue, ::the_prefix_queue, ::the_prefix_queue_retain, ::the_prefix_queue_release> {
 public:
  /// Creates a queue. The destruction of the last copy discards the callbacks in it.
  queue() {
    detail::ready();
    ::the_prefix_queue result{};
    detail::check(::the_prefix_queue_create(&result));
    set_bits(result.bits);
  }
  /// Creates no queue: callbacks run on threads of the library.
  explicit queue(std::nullptr_t) noexcept {}
  /// Queue for the main thread, which must have loaded the library. Functions that the library restricts to the main
  /// thread run only there.
  static queue main() {
    detail::ready();
    ::the_prefix_queue result{};
    detail::check(::the_prefix_queue_main(&result));
    return adopt(result);
  }

  /// File descriptor that is readable while the queue has callbacks to run; owned by the queue.
  int descriptor() const {
    int result = -1;
    detail::check(::the_prefix_queue_descriptor(get(), &result));
    return result;
  }
  /// Runs the waiting callbacks on this thread and returns their number.
  std::size_t run_pending() const {
    std::size_t count = 0;
    detail::check(::the_prefix_queue_run_pending(get(), &count));
    return count;
  }
};

/// Subscription to calls of a callback. The destruction of the last copy ends them. **Thread-safe.**
class [[nodiscard]] subscription final
    : public detail::object<subscription, ::the_prefix_subscription, ::the_prefix_subscription_retain, ::the_prefix_subscription_release> {
 public:
  /// Creates an empty subscription.
  subscription(std::nullptr_t = nullptr) noexcept {}
  /// Ends the calls: when this returns, the callback is not running and will not be called again. From inside the
  /// callback it returns immediately.
  void cancel() const { detail::check(::the_prefix_subscription_cancel(get())); }
};

/// Handler for exceptions of callbacks that cannot report them to a caller.
using exception_handler = std::function<void(std::exception_ptr)>;

namespace detail {
struct exception_reporter {
  std::mutex mutex;
  exception_handler handler;
  bool has_reported = false;

  static exception_reporter &shared() {
    static exception_reporter reporter;
    return reporter;
  }
};

inline const char *text_of(const std::exception_ptr &thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception &failure) {
    static thread_local std::string text;
    text = failure.what();
    return text.c_str();
  } catch (...) {
    return "an exception that is not a std::exception";
  }
}

/// Reports an exception of a callback that has no caller to receive it.
inline void report(const std::exception_ptr &thrown) noexcept {
  try {
    auto &reporter = exception_reporter::shared();
    exception_handler handler;
    bool is_first = false;
    {
      const std::lock_guard<std::mutex> lock(reporter.mutex);
      handler = reporter.handler;
      is_first = !std::exchange(reporter.has_reported, true);
    }
    if (handler) return handler(thrown);
    if (is_first) std::fprintf(stderr, "the_prefix: a callback threw: %s (later ones are not shown; see set_unhandled_exception_handler)\n", text_of(thrown));
  } catch (...) {
  }
}
}  // namespace detail

/// Sets the handler for exceptions of callbacks that cannot fail. By default the first is printed to standard
/// error, and all are discarded.
inline void set_unhandled_exception_handler(exception_handler handler) {
  auto &reporter = detail::exception_reporter::shared();
  const std::lock_guard<std::mutex> lock(reporter.mutex);
  reporter.handler = std::move(handler);
}

namespace detail {
/// A callback with its captures: the context of the C interface.
template <class Function>
struct callback {
  Function function;
  /// Set if the caller waits for the call and receives the callback's exception.
  bool is_borrowed = false;
  std::atomic_flag has_thrown = ATOMIC_FLAG_INIT;
  std::exception_ptr thrown;

  explicit callback(Function given, bool borrowed = false) : function(std::move(given)), is_borrowed(borrowed) {}

  void caught() noexcept {
    if (!is_borrowed) return report(std::current_exception());
    if (!has_thrown.test_and_set()) thrown = std::current_exception();
  }

  /// After the call: rethrows the callback's exception.
  void rethrow(::the_prefix_error **failure = nullptr) const {
    if (!thrown) return;
    if (failure) ::the_prefix_error_free(*failure);
    std::rethrow_exception(thrown);
  }
};

/// Whether a class overrides a member of its base class; `Probe` names the member.
template <class Probe, class Base, class T, class = void>
struct overrides : std::true_type {};
template <class Probe, class Base, class T>
struct overrides<Probe, Base, T, std::void_t<decltype(Probe::template member<T>())>>
    : std::bool_constant<!std::is_same_v<decltype(Probe::template member<T>()), decltype(Probe::template member<Base>())>> {};

template <class Context>
void release(void *context) { delete static_cast<Context *>(context); }

/// The error for an exception of the program, which is its cause.
inline ::the_prefix_error *error_of(const std::exception_ptr &thrown) {
  for (auto type = error_type::first().load(); type; type = type->next) {
    if (auto *own = type->take(thrown)) return own;
  }
  return ::the_prefix_error_create_with_cause(THE_PREFIX_ERROR_FAILED, lend_text(text_of(thrown)), new std::exception_ptr(thrown), &release_cause);
}

/// Runs a callback that may fail.
template <class Body>
::the_prefix_status attempt(::the_prefix_error **failure, const Body &body) noexcept {
  try {
    body();
    return THE_PREFIX_OK;
  } catch (const error &thrown) {
    if (failure) *failure = thrown.copy();
    const auto code = static_cast<::the_prefix_status>(thrown.status());
    return code < 0 ? code : THE_PREFIX_ERROR_FAILED;
  } catch (...) {
    if (!failure) return THE_PREFIX_ERROR_FAILED;
    *failure = error_of(std::current_exception());
    const auto code = *failure ? ::the_prefix_error_status(*failure) : THE_PREFIX_ERROR_FAILED;
    return code < 0 ? code : THE_PREFIX_ERROR_FAILED;
  }
}
}  // namespace detail
