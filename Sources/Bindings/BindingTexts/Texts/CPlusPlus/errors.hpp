/// Status of a call. Negative values are failures.
enum class status : std::int32_t {
  ok = THE_PREFIX_OK,
  pending = THE_PREFIX_PENDING,
  timed_out = THE_PREFIX_TIMED_OUT,
  end = THE_PREFIX_END,
  failed = THE_PREFIX_ERROR_FAILED,
  cancelled = THE_PREFIX_ERROR_CANCELLED,
  invalid_handle = THE_PREFIX_ERROR_INVALID_HANDLE,
  invalid_argument = THE_PREFIX_ERROR_INVALID_ARGUMENT,
  invalid_text = THE_PREFIX_ERROR_INVALID_TEXT,
  too_large = THE_PREFIX_ERROR_TOO_LARGE,
  not_available = THE_PREFIX_ERROR_NOT_AVAILABLE,
  shut_down = THE_PREFIX_ERROR_SHUT_DOWN,
  wrong_thread = THE_PREFIX_ERROR_WRONG_THREAD,
  forked = THE_PREFIX_ERROR_FORKED,
  in_use = THE_PREFIX_ERROR_IN_USE
};

/// Description of a status, in English.
inline const char *to_string(status value) noexcept { return ::the_prefix_status_text(static_cast<std::int32_t>(value)); }

namespace detail {
template <class T>
struct tag {};

inline ::the_prefix_string lend_text(std::string_view text) noexcept {
  ::the_prefix_string result;
  result.data = text.data() ? text.data() : "";
  result.size = text.size();
  return result;
}

inline ::the_prefix_bytes lend_bytes(byte_view bytes) noexcept {
  static const std::uint8_t nothing = 0;
  ::the_prefix_bytes result;
  result.data = bytes.data() ? bytes.data() : &nothing;
  result.size = bytes.size();
  return result;
}
}  // namespace detail

namespace detail {
inline void release_cause(void *context) { delete static_cast<std::exception_ptr *>(context); }
}  // namespace detail

/// Exception that the functions of the library throw. Copies share one error. **Thread-safe.**
class error : public std::exception {
 public:
  explicit error(the_qualifier::status status) : error(status, the_qualifier::to_string(status)) {}
  error(the_qualifier::status status, std::string_view message)
      : error(::the_prefix_error_create(static_cast<std::int32_t>(status), detail::lend_text(message)), status) {}
  /// Creates an exception from a value of one of the library's error types, for a callback to throw.
  template <class T, class = decltype(to_error_pointer(std::declval<const T &>(), detail::tag<T>()))>
  explicit error(const T &value) : error(to_error_pointer(value, detail::tag<T>()), the_qualifier::status::failed) {}
  /// Takes ownership of an error of the C interface.
  static error adopt(::the_prefix_error *pointer, the_qualifier::status status = the_qualifier::status::failed) { return error(pointer, status); }
  /// Copies an error of the C interface.
  static error share(const ::the_prefix_error *pointer) { return error(::the_prefix_error_copy(pointer), the_qualifier::status::failed); }

  /// Message: the failure and its remedy, in one sentence.
  const char *what() const noexcept override { return pointer_ ? ::the_prefix_error_message(pointer_.get()) : the_qualifier::to_string(status_); }
  /// Status of the failed call.
  the_qualifier::status status() const noexcept { return status_; }
  /// Name of the error's type in the library; "" for an error of the bindings.
  const char *type() const noexcept { return ::the_prefix_error_type(pointer_.get()); }
  /// Exception of the program that is the cause: a callback threw it. Null without one.
  std::exception_ptr cause() const noexcept {
    const void *held = ::the_prefix_error_cause(pointer_.get(), &detail::release_cause);
    return held ? *static_cast<const std::exception_ptr *>(held) : nullptr;
  }
  /// Returns the error's value if it has this type.
  template <class T>
  std::optional<T> as() const { return from_error_pointer(pointer_.get(), detail::tag<T>()); }

  /// Returns the C object, borrowed: valid as long as this object.
  const ::the_prefix_error *get() const noexcept { return pointer_.get(); }
  /// Returns a copy for functions of the C interface that take ownership of an error.
  ::the_prefix_error *copy() const noexcept { return ::the_prefix_error_copy(pointer_.get()); }

 protected:
  THE_PREFIX_INLINE error(::the_prefix_error *pointer, the_qualifier::status status);

 private:
  std::shared_ptr<::the_prefix_error> pointer_;
  the_qualifier::status status_;
};

/// The object is null, was released, or has another type.
class invalid_handle_error : public error {
 public:
  using error::error;
  explicit invalid_handle_error(const error &base) : error(base) {}
};
/// An argument is out of range or invalid for its type.
class invalid_argument_error : public error {
 public:
  using error::error;
  explicit invalid_argument_error(const error &base) : error(base) {}
};
/// The call was cancelled.
class cancelled_error : public error {
 public:
  cancelled_error() : error(the_qualifier::status::cancelled) {}
  explicit cancelled_error(const error &base) : error(base) {}
};
/// The time-out has passed.
class timed_out_error : public error {
 public:
  timed_out_error() : error(the_qualifier::status::timed_out) {}
  explicit timed_out_error(const error &base) : error(base) {}
};

/// Exception for an error of one of the library's error types, which is also a value of that type: caught as either.
/// The value of an enumeration is the member `value`, because no class derives from one.
template <class T, class Base = error, bool = std::is_class_v<T>>
class typed_error final : public Base, public T {
 public:
  typed_error(const error &base, T value) : Base(base), T(std::move(value)) {}
};
template <class T, class Base>
class typed_error<T, Base, false> final : public Base {
 public:
  typed_error(const error &base, T own) : Base(base), value(own) {}
  T value;
};

/// The message of an error.
inline std::string to_string(const error &value) { return value.what(); }
inline std::ostream &operator<<(std::ostream &stream, const error &value) { return stream << value.what(); }
inline std::ostream &operator<<(std::ostream &stream, status value) { return stream << to_string(value); }

namespace detail {
/// Throws errors of one type as values of that type. Part of a list, to which the headers of the types add theirs.
struct error_type {
  using thrower = void (*)(const error &);
  using taker = ::the_prefix_error *(*)(const std::exception_ptr &);

  error_type(thrower throws, taker takes) noexcept : raise(throws), take(takes), next(first().load()) {
    while (!first().compare_exchange_weak(next, this)) continue;
  }

  static std::atomic<const error_type *> &first() noexcept {
    static std::atomic<const error_type *> list{nullptr};
    return list;
  }

  const thrower raise;
  const taker take;
  const error_type *next;
};

template <class T>
void raise_as(const error &failure) {
  const std::optional<T> value = failure.as<T>();
  if (!value) return;
  switch (failure.status()) {
    case status::invalid_handle: throw typed_error<T, invalid_handle_error>(failure, *value);
    case status::invalid_argument: throw typed_error<T, invalid_argument_error>(failure, *value);
    case status::cancelled: throw typed_error<T, cancelled_error>(failure, *value);
    case status::timed_out: throw typed_error<T, timed_out_error>(failure, *value);
    default: throw typed_error<T>(failure, *value);
  }
}

/// The error for an exception of the program that is a value of the type; null if it is none.
template <class T>
::the_prefix_error *take_as(const std::exception_ptr &thrown) {
  if constexpr (std::is_constructible_v<error, const T &>) {
    try {
      std::rethrow_exception(thrown);
    } catch (const T &value) {
      return error(value).copy();
    } catch (...) {
      return nullptr;
    }
  }
  return nullptr;
}
}  // namespace detail

/// Throws unless the loaded library was built with this header. The first use of each type calls this.
inline void abi_check() {
  if (!::the_prefix_abi_matches()) {
    throw std::runtime_error("libthe_prefix is not the version that the_prefix.hpp was made for: build the program again, or install the matching library");
  }
}

namespace detail {
inline bool settle() noexcept;
}  // namespace detail

/// Number of objects that the program holds: 0 when all were released.
inline std::uint64_t live_handles() noexcept { return ::the_prefix_debug_live_handles(); }

/// Waits until at most `count` objects are left; false after `timeout`. An object outlives its release while the
/// library still uses it.
inline bool wait_for_live_handles(std::uint64_t count, std::chrono::nanoseconds timeout) noexcept {
  std::int64_t left = timeout.count() < 0 ? 0 : timeout.count();
  for (;;) {
    // The library does not say when it stops keeping an object of the program.
    const std::int64_t turn = detail::settle() && left > 5000000 ? 5000000 : left;
    if (::the_prefix_debug_wait_for_live_handles(count, turn) == THE_PREFIX_OK) return true;
    if (turn == left) return false;
    left -= turn;
  }
}

/// Shuts the library down for the rest of the process: operations and streams end, and every call fails with
/// `status::shut_down`.
inline void shutdown() noexcept { ::the_prefix_shutdown(); }

namespace detail {
#if !defined(THE_PREFIX_HEADER_ONLY)
/// Defined with the functions that were compiled for this header. If it is undefined, the linker was not given the
/// library the_prefix_cpp, or one that was made for another version of the header.
extern const bool definitions_of_the_fingerprint;
#if defined(__GNUC__)
[[gnu::used]]
#endif
static const bool *const required_definitions = &definitions_of_the_fingerprint;
#endif

[[noreturn]] inline void raise(::the_prefix_status code, ::the_prefix_error *pointer) {
  const auto value = static_cast<status>(code);
  const error failure = pointer ? error::adopt(pointer, value) : error(value);
  if (pointer) {
    for (auto type = error_type::first().load(); type; type = type->next) type->raise(failure);
  }
  switch (value) {
    case status::invalid_handle: throw invalid_handle_error(failure);
    case status::invalid_argument: throw invalid_argument_error(failure);
    case status::cancelled: throw cancelled_error(failure);
    case status::timed_out: throw timed_out_error(failure);
    default: throw failure;
  }
}

inline void check(::the_prefix_status code) {
  if (code != THE_PREFIX_OK) raise(code, nullptr);
}

inline void check(::the_prefix_status code, ::the_prefix_error **pointer) {
  if (code != THE_PREFIX_OK) raise(code, *pointer);
}

/// Whether there is a next element.
inline bool check_next(::the_prefix_status code, ::the_prefix_error **pointer) {
  if (code == THE_PREFIX_END) return false;
  check(code, pointer);
  return true;
}

/// Checks before the first call that the loaded library matches this header.
inline void ready() {
  static const bool is_checked = (abi_check(), true);
  static_cast<void>(is_checked);
}

/// Frees a result of the C interface.
template <class C, void (*Free)(C *)>
class guard {
 public:
  explicit guard(C &value) noexcept : value_(value) {}
  guard(const guard &) = delete;
  guard &operator=(const guard &) = delete;
  ~guard() { Free(&value_); }

 private:
  C &value_;
};

inline std::int64_t nanoseconds(std::chrono::nanoseconds duration) noexcept { return duration.count() < 0 ? 0 : duration.count(); }

THE_PREFIX_INLINE std::chrono::system_clock::time_point take_date(std::int64_t value);
THE_PREFIX_INLINE std::int64_t lend_date(std::chrono::system_clock::time_point value);

inline uuid take_uuid(const ::the_prefix_uuid &value) {
  uuid result;
  std::copy(std::begin(value.bytes), std::end(value.bytes), result.bytes.begin());
  return result;
}

inline ::the_prefix_uuid lend_uuid(const uuid &value) {
  ::the_prefix_uuid result;
  std::copy(value.bytes.begin(), value.bytes.end(), std::begin(result.bytes));
  return result;
}

inline std::string take_text(const ::the_prefix_string &value) { return value.data ? std::string(value.data, value.size) : std::string(); }
inline std::string_view view_text(const ::the_prefix_string &value) noexcept {
  return value.data ? std::string_view(value.data, value.size) : std::string_view();
}
inline std::vector<std::uint8_t> take_bytes(const ::the_prefix_bytes &value) { return byte_view(value.data, value.size).copy(); }
inline byte_view view_bytes(const ::the_prefix_bytes &value) noexcept { return byte_view(value.data, value.size); }

/// Memory for the arguments of one call; for results of callbacks, memory that the library frees.
class arena {
 public:
  explicit arena(bool gives = false) noexcept : gives_(gives) {}
  arena(const arena &) = delete;
  arena &operator=(const arena &) = delete;
  ~arena() {
    for (void *block : blocks_) std::free(block);
  }

  /// Allocates zeroed memory for `count` values; never null.
  template <class T>
  T *allocate(std::size_t count) {
    if (!gives_) blocks_.reserve(blocks_.size() + 1);
    void *block = std::calloc(count ? count : 1, sizeof(T));
    if (!block) throw std::bad_alloc();
    if (!gives_) blocks_.push_back(block);
    return static_cast<T *>(block);
  }

  ::the_prefix_string text(std::string_view text) const { return gives_ ? ::the_prefix_string_copy(lend_text(text)) : lend_text(text); }
  ::the_prefix_bytes bytes(byte_view bytes) const { return gives_ ? ::the_prefix_bytes_copy(lend_bytes(bytes)) : lend_bytes(bytes); }
  ::the_prefix_error *failure(const error &value) const { return gives_ ? value.copy() : const_cast<::the_prefix_error *>(value.get()); }
  template <class T>
  auto object(const T &value) const {
    if (!gives_) return value.get();
    T copy(value);
    return copy.release();
  }

  /// Numbers with the same representation on both sides: not copied, unless they are a callback's result.
  template <class T>
  T *numbers(const T *data, std::size_t count) {
    if (!gives_ && data) return const_cast<T *>(data);
    T *copy = allocate<T>(count);
    std::copy(data, data + count, copy);
    return copy;
  }

 private:
  bool gives_;
  std::vector<void *> blocks_;
};
}  // namespace detail
