/// Result of a limited wait for an element: an element, none yet, or the end of the stream.
template <class T>
class polled : public std::optional<T> {
 public:
  explicit polled(the_qualifier::status code) noexcept : status_(code) {}
  explicit polled(T element) : std::optional<T>(std::move(element)), status_(the_qualifier::status::ok) {}

  /// Whether the stream has ended.
  bool is_end() const noexcept { return status_ == the_qualifier::status::end; }
  /// `ok`, `pending`, `timed_out` or `end`.
  the_qualifier::status status() const noexcept { return status_; }

 private:
  the_qualifier::status status_;
};

/// End of a stream, for `for`.
struct end_of_stream {};

/// Iterator over the elements of a stream; waits for each element.
template <class Stream>
class stream_iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = typename Stream::value_type;
  using difference_type = std::ptrdiff_t;
  using pointer = const value_type *;
  using reference = const value_type &;

  stream_iterator() noexcept = default;
  explicit stream_iterator(const Stream &stream) noexcept : stream_(&stream) {}

  reference operator*() const { return *look(); }
  pointer operator->() const { return &*look(); }
  stream_iterator &operator++() {
    look();
    has_looked_ = false;
    return *this;
  }
  void operator++(int) { ++*this; }

  friend bool operator==(const stream_iterator &left, end_of_stream) { return !left.look(); }
  friend bool operator==(end_of_stream, const stream_iterator &right) { return !right.look(); }
  friend bool operator!=(const stream_iterator &left, end_of_stream) { return !!left.look(); }
  friend bool operator!=(end_of_stream, const stream_iterator &right) { return !!right.look(); }

 private:
  const std::optional<value_type> &look() const {
    if (!std::exchange(has_looked_, true)) element_ = stream_->next();
    return element_;
  }

  const Stream *stream_ = nullptr;
  mutable bool has_looked_ = false;
  mutable std::optional<value_type> element_;
};

#if defined(THE_PREFIX_HAS_COROUTINES)
/// Waits for the next element of a stream inside a coroutine. The coroutine must not be destroyed while it waits.
template <class Stream>
class stream_awaiter {
 public:
  using value_type = typename Stream::value_type;

  stream_awaiter(Stream stream, queue where) : stream_(std::move(stream)), queue_(std::move(where)) {}

  bool await_ready() { return !queue_ && look(); }
  void await_suspend(std::coroutine_handle<> waiting) {
    waiting_ = waiting;
    wait();
  }
  std::optional<value_type> await_resume() {
    if (thrown_) std::rethrow_exception(thrown_);
    return std::move(element_);
  }

 private:
  /// Whether there is an element, or the end.
  bool look() {
    auto found = stream_.try_next();
    if (found.status() == the_qualifier::status::pending) return false;
    element_ = static_cast<std::optional<value_type> &&>(found);
    return true;
  }
  void wait() { stream_.on_ready_(queue_, &ready, this); }
  static void ready(void *context) noexcept {
    auto *self = static_cast<stream_awaiter *>(context);
    try {
      // Another consumer may have received the element.
      if (!self->look()) return self->wait();
    } catch (...) {
      self->thrown_ = std::current_exception();
    }
    self->waiting_.resume();
  }

  Stream stream_;
  queue queue_;
  std::coroutine_handle<> waiting_;
  std::optional<value_type> element_;
  std::exception_ptr thrown_;
};
#endif

namespace detail {
/// The two callbacks of a subscription to a stream.
template <class Element>
struct stream_callbacks {
  std::function<void(Element)> on_element;
  std::function<void(const std::optional<error> &)> on_end;

  static void end(const ::the_prefix_error *failure, void *context) {
    auto *held = static_cast<stream_callbacks *>(context);
    try {
      if (held->on_end) held->on_end(failure ? std::optional<error>(error::share(failure)) : std::nullopt);
    } catch (...) {
      report(std::current_exception());
    }
  }
};

/// The members of a stream's class. `Functions` has the functions of the C interface and the conversions of elements.
template <class Stream, class Element, class Given, class Functions>
class stream_members {
 public:
  using value_type = Element;
  /// Waits for the next element; returns `nullopt` at the end. Throws if the stream fails.
  std::optional<Element> next() const {
    typename Functions::result_type result_{};
    ::the_prefix_error *error_ = nullptr;
    if (!check_next(Functions::next(handle(), -1, &result_, &error_), &error_)) return std::nullopt;
    return std::optional<Element>(Functions::own(result_));
  }
  /// Waits for the next element for a limited time.
  polled<Element> next_for(std::chrono::nanoseconds duration) const {
    typename Functions::result_type result_{};
    ::the_prefix_error *error_ = nullptr;
    return poll(Functions::next(handle(), nanoseconds(duration), &result_, &error_), result_, error_);
  }
  /// Returns the next element if one is available; otherwise requests one, and the descriptor becomes readable when it
  /// arrives.
  polled<Element> try_next() const {
    typename Functions::result_type result_{};
    ::the_prefix_error *error_ = nullptr;
    return poll(Functions::try_next(handle(), &result_, &error_), result_, error_);
  }
  /// File descriptor that is readable while an element is available; owned by the stream.
  int descriptor() const {
    int result_ = -1;
    check(Functions::descriptor(handle(), &result_));
    return result_;
  }
  /// Closes the stream: waiting calls return `nullopt`. May be called again.
  void close() const { check(Functions::close(handle())); }
  /// Calls a function with each element, one at a time, and another at the end, with the error if the stream failed.
  subscription subscribe(std::function<void(Given)> on_element, std::function<void(const std::optional<error> &)> on_end = nullptr,
                         const queue &where = queue(nullptr)) const {
    using context_type = stream_callbacks<Given>;
    auto context = std::make_unique<context_type>(context_type{std::move(on_element), std::move(on_end)});
    ::the_prefix_subscription result_{};
    check(Functions::subscribe(handle(), where.get(), &call, &context_type::end, context.release(), &detail::release<context_type>, &result_));
    return subscription::adopt(result_);
  }
  /// Subscribes without a handler for the end.
  subscription subscribe(std::function<void(Given)> on_element, const queue &where) const {
    return subscribe(std::move(on_element), nullptr, where);
  }
#if defined(THE_PREFIX_HAS_COROUTINES)
  /// `co_await stream` returns the next element, or `nullopt` at the end, and resumes on a thread of the library.
  /// Throws if the stream fails.
  stream_awaiter<Stream> operator co_await() const { return on(queue(nullptr)); }
  /// For `co_await stream.on(queue)`: the coroutine resumes on the queue's thread.
  stream_awaiter<Stream> on(const queue &where) const { return {static_cast<const Stream &>(*this), where}; }
#endif
  stream_iterator<Stream> begin() const { return stream_iterator<Stream>(static_cast<const Stream &>(*this)); }
  end_of_stream end() const noexcept { return {}; }

 private:
#if defined(THE_PREFIX_HAS_COROUTINES)
  friend class stream_awaiter<Stream>;
#endif

  void on_ready_(const queue &where, void (*call)(void *), void *context) const {
    check(Functions::on_ready(handle(), where.get(), call, context, nullptr));
  }

  auto handle() const noexcept { return static_cast<const Stream &>(*this).get(); }

  template <class Result>
  static polled<Element> poll(::the_prefix_status status_, Result &result_, ::the_prefix_error *error_) {
    if (status_ > 0) return polled<Element>(static_cast<the_qualifier::status>(status_));
    check(status_, &error_);
    return polled<Element>(Functions::own(result_));
  }

  template <class Argument>
  static void call(Argument element, void *context) noexcept {
    auto *held_ = static_cast<stream_callbacks<Given> *>(context);
    try {
      held_->on_element(Functions::view(element));
    } catch (...) {
      report(std::current_exception());
    }
  }
};
}  // namespace detail

/// All values of an enumeration, in the order of their declaration.
template <class T>
std::vector<T> all();
