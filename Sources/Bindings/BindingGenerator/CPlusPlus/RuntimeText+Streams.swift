/// Callbacks with deferred completion, and streams.
extension RuntimeText {
    static let callbacks = #"""
        /// Completion of an asynchronous callback, for one result. Its destruction without a result fails the call. Copies
        /// share one result. **Thread-safe.**
        template <class T>
        class completion final : public detail::object<completion<T>, ::@_completion, ::@_completion_retain, ::@_completion_release> {
         public:
          using value_type = std::conditional_t<std::is_void_v<T>, std::monostate, T>;
          using answer_function = ::@_status (*)(::@_completion, const value_type &);

          /// Takes ownership of a completion of the C interface.
          completion(::@_completion handle, answer_function answer) noexcept : answer_(answer) { this->set_bits(handle.bits); }

          /// Completes the callback. Later results are ignored.
          void operator()(const value_type &value = value_type()) { succeed(value); }
          void succeed(const value_type &value = value_type()) {
            const ::@_completion handle = this->release();
            if (!handle.bits) return;
            const ::@_status code = answer_(handle, value);
            // A value that the library refuses is a failure of the completing caller.
            if (code != @@_OK && code != @@_ERROR_INVALID_HANDLE) {
              ::@_completion_fail(handle, ::@_error_create(code, detail::lend_text(@::to_string(static_cast<status>(code)))));
            }
          }
          void fail(const error &failure) { give(failure.copy()); }
          void fail(status code, std::string_view message) { fail(error(code, message)); }
          void fail(const std::exception_ptr &thrown) {
            ::@_error *failure = nullptr;
            detail::attempt(&failure, [&thrown] { std::rethrow_exception(thrown); });
            give(failure);
          }
          /// Completes the callback as cancelled.
          void cancel() { give(nullptr); }
          /// Whether the caller has cancelled the callback; complete it soon nevertheless.
          bool is_cancelled() const {
            bool result = false;
            detail::check(::@_completion_is_cancelled(this->get(), &result));
            return result;
          }

         private:
          void give(::@_error *failure) {
            const ::@_completion handle = this->release();
            if (handle.bits) {
              ::@_completion_fail(handle, failure);
            } else {
              ::@_error_free(failure);
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
        """#

    static let streams = #"""
        /// Result of a limited wait for an element: an element, none yet, or the end of the stream.
        template <class T>
        class polled : public std::optional<T> {
         public:
          explicit polled(@::status code) noexcept : status_(code) {}
          explicit polled(T element) : std::optional<T>(std::move(element)), status_(@::status::ok) {}

          /// Whether the stream has ended.
          bool is_end() const noexcept { return status_ == @::status::end; }
          /// `ok`, `pending`, `timed_out` or `end`.
          @::status status() const noexcept { return status_; }

         private:
          @::status status_;
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

        namespace detail {
        /// The two callbacks of a subscription to a stream.
        template <class Element>
        struct stream_callbacks {
          std::function<void(Element)> on_element;
          std::function<void(const std::optional<error> &)> on_end;

          static void end(const ::@_error *failure, void *context) {
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
            ::@_error *error_ = nullptr;
            if (!check_next(Functions::next(handle(), -1, &result_, &error_), &error_)) return std::nullopt;
            return std::optional<Element>(Functions::own(result_));
          }
          /// Waits for the next element for a limited time.
          polled<Element> next_for(std::chrono::nanoseconds duration) const {
            typename Functions::result_type result_{};
            ::@_error *error_ = nullptr;
            return poll(Functions::next(handle(), nanoseconds(duration), &result_, &error_), result_, error_);
          }
          /// Returns the next element if one is available; otherwise requests one, and the descriptor becomes readable when it
          /// arrives.
          polled<Element> try_next() const {
            typename Functions::result_type result_{};
            ::@_error *error_ = nullptr;
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
            ::@_subscription result_{};
            check(Functions::subscribe(handle(), where.get(), &call, &context_type::end, context.release(), &detail::release<context_type>, &result_));
            return subscription::adopt(result_);
          }
          /// Subscribes without a handler for the end.
          subscription subscribe(std::function<void(Given)> on_element, const queue &where) const {
            return subscribe(std::move(on_element), nullptr, where);
          }
          stream_iterator<Stream> begin() const { return stream_iterator<Stream>(static_cast<const Stream &>(*this)); }
          end_of_stream end() const noexcept { return {}; }

         private:
          auto handle() const noexcept { return static_cast<const Stream &>(*this).get(); }

          template <class Result>
          static polled<Element> poll(::@_status status_, Result &result_, ::@_error *error_) {
            if (status_ > 0) return polled<Element>(static_cast<@::status>(status_));
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
        """#
}
