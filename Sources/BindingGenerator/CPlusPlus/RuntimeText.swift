/// The part of the C++ header that is the same for every library, but for its name: what its types are made of.
enum RuntimeText {
    static func text(_ prefix: String) -> String {
        [values, errors, objects, operations, coroutines, callbacks, streams]
            .joined(separator: "\n\n")
            .replacing("@@", with: prefix.uppercased())
            .replacing("@", with: prefix)
    }

    // MARK: Plain values

    private static let values = #"""
        /// Values that stand one after the other, and belong to somebody else: `std::span` for C++17.
        template <class T>
        class span {
         public:
          using element_type = T;
          using value_type = std::remove_cv_t<T>;

          constexpr span() noexcept = default;
          constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
          template <std::size_t Size>
          constexpr span(T (&array)[Size]) noexcept : data_(array), size_(Size) {}
          /// From whatever has `data()` and `size()`: `std::vector`, `std::array`, `std::span`.
          template <class Range, class Pointer = decltype(std::declval<const Range &>().data()),
                    class = decltype(std::declval<const Range &>().size()),
                    class = std::enable_if_t<std::is_convertible_v<Pointer, T *>>>
          constexpr span(const Range &range) noexcept : data_(range.data()), size_(range.size()) {}
          /// From a list in braces, as an argument: it lives until the call has returned.
          constexpr span(std::initializer_list<value_type> list) noexcept : data_(detail_begin(list)), size_(list.size()) {}

          constexpr T *data() const noexcept { return data_; }
          constexpr std::size_t size() const noexcept { return size_; }
          constexpr bool empty() const noexcept { return size_ == 0; }
          constexpr T *begin() const noexcept { return data_; }
          constexpr T *end() const noexcept { return data_ + size_; }
          constexpr T &operator[](std::size_t index) const noexcept { return data_[index]; }

         private:
          static constexpr T *detail_begin(const std::initializer_list<value_type> &list) noexcept { return list.begin(); }

          T *data_ = nullptr;
          std::size_t size_ = 0;
        };

        /// Bytes that belong to somebody else. As an argument, they are used during the call only; as a result, they are
        /// valid as long as the object that gave them.
        class byte_view {
         public:
          constexpr byte_view() noexcept = default;
          constexpr byte_view(const std::uint8_t *data, std::size_t size) noexcept : data_(data), size_(size) {}
          byte_view(const void *data, std::size_t size) noexcept : data_(static_cast<const std::uint8_t *>(data)), size_(size) {}
          /// From whatever has `data()` and `size()` and elements of one byte: vectors, arrays, spans, texts.
          template <class Range, class Element = std::remove_pointer_t<decltype(std::declval<const Range &>().data())>,
                    class = decltype(std::declval<const Range &>().size()), class = std::enable_if_t<sizeof(Element) == 1>>
          byte_view(const Range &range) noexcept
              : data_(reinterpret_cast<const std::uint8_t *>(range.data())), size_(range.size()) {}
          byte_view(std::initializer_list<std::uint8_t> list) noexcept : byte_view(span<const std::uint8_t>(list)) {}

          constexpr const std::uint8_t *data() const noexcept { return data_; }
          constexpr std::size_t size() const noexcept { return size_; }
          constexpr bool empty() const noexcept { return size_ == 0; }
          constexpr const std::uint8_t *begin() const noexcept { return data_; }
          constexpr const std::uint8_t *end() const noexcept { return data_ + size_; }
          constexpr const std::uint8_t &operator[](std::size_t index) const noexcept { return data_[index]; }
          /// A copy that lives as long as one likes.
          std::vector<std::uint8_t> copy() const { return std::vector<std::uint8_t>(begin(), end()); }
        #if defined(__cpp_lib_span)
          operator std::span<const std::uint8_t>() const noexcept { return {data_, size_}; }
          operator std::span<const std::byte>() const noexcept { return std::as_bytes(std::span<const std::uint8_t>(data_, size_)); }
        #endif

         private:
          const std::uint8_t *data_ = nullptr;
          std::size_t size_ = 0;
        };

        /// From `lower` up to `upper`, which is not included.
        template <class T>
        struct range {
          T lower{};
          T upper{};

          friend bool operator==(const range &left, const range &right) { return left.lower == right.lower && left.upper == right.upper; }
          friend bool operator!=(const range &left, const range &right) { return !(left == right); }
        };

        /// From `lower` to `upper`, both included.
        template <class T>
        struct closed_range {
          T lower{};
          T upper{};

          friend bool operator==(const closed_range &left, const closed_range &right) { return left.lower == right.lower && left.upper == right.upper; }
          friend bool operator!=(const closed_range &left, const closed_range &right) { return !(left == right); }
        };

        /// A universally unique identifier.
        struct uuid {
          std::array<std::uint8_t, 16> bytes{};

          friend bool operator==(const uuid &left, const uuid &right) noexcept { return left.bytes == right.bytes; }
          friend bool operator!=(const uuid &left, const uuid &right) noexcept { return left.bytes != right.bytes; }
          friend bool operator<(const uuid &left, const uuid &right) noexcept { return left.bytes < right.bytes; }
        };

        /// Several functions as one: what `visit` takes.
        template <class... Functions>
        struct overloaded : Functions... {
          using Functions::operator()...;
        };
        template <class... Functions>
        overloaded(Functions...) -> overloaded<Functions...>;
        """#

    // MARK: Errors

    private static let errors = #"""
        /// What a call gave. Negative values are failures.
        enum class status : std::int32_t {
          ok = @@_OK,
          pending = @@_PENDING,
          timed_out = @@_TIMED_OUT,
          end = @@_END,
          failed = @@_ERROR_FAILED,
          cancelled = @@_ERROR_CANCELLED,
          invalid_handle = @@_ERROR_INVALID_HANDLE,
          invalid_argument = @@_ERROR_INVALID_ARGUMENT,
          invalid_text = @@_ERROR_INVALID_TEXT,
          too_large = @@_ERROR_TOO_LARGE,
          not_available = @@_ERROR_NOT_AVAILABLE,
          shut_down = @@_ERROR_SHUT_DOWN,
          wrong_thread = @@_ERROR_WRONG_THREAD
        };

        /// What a status means, in English.
        inline const char *to_string(status value) noexcept { return ::@_status_text(static_cast<std::int32_t>(value)); }

        namespace detail {
        template <class T>
        struct tag {};

        inline ::@_string lend_text(std::string_view text) noexcept {
          ::@_string result;
          result.data = text.data() ? text.data() : "";
          result.size = text.size();
          return result;
        }

        inline ::@_bytes lend_bytes(byte_view bytes) noexcept {
          static const std::uint8_t nothing = 0;
          ::@_bytes result;
          result.data = bytes.data() ? bytes.data() : &nothing;
          result.size = bytes.size();
          return result;
        }
        }  // namespace detail

        /// What every function of the library throws when it fails. Copies share one error. **Thread-safe.**
        class error : public std::exception {
         public:
          explicit error(@::status status) : error(status, @::to_string(status)) {}
          error(@::status status, std::string_view message)
              : error(::@_error_create(static_cast<std::int32_t>(status), detail::lend_text(message)), status) {}
          /// From a value of one of the library's own error types: for a callback to throw.
          template <class T, class = decltype(to_error_pointer(std::declval<const T &>(), detail::tag<T>()))>
          explicit error(const T &value) : error(to_error_pointer(value, detail::tag<T>()), @::status::failed) {}
          /// Takes an error of the C interface over.
          static error adopt(::@_error *pointer, @::status status = @::status::failed) { return error(pointer, status); }
          /// Copies an error of the C interface.
          static error share(const ::@_error *pointer) { return error(::@_error_copy(pointer), @::status::failed); }

          /// What failed, and what to do about it, in one sentence.
          const char *what() const noexcept override { return pointer_ ? ::@_error_message(pointer_.get()) : @::to_string(status_); }
          /// What kind of failure it is.
          @::status status() const noexcept { return status_; }
          /// The name of the error's type in the library; "" for an error of the bindings.
          const char *type() const noexcept { return ::@_error_type(pointer_.get()); }
          /// The value behind it, if it is one of this type.
          template <class T>
          std::optional<T> as() const { return from_error_pointer(pointer_.get(), detail::tag<T>()); }

          /// For calls of the C interface: valid as long as this.
          const ::@_error *get() const noexcept { return pointer_.get(); }
          /// For calls of the C interface that take an error over.
          ::@_error *copy() const noexcept { return ::@_error_copy(pointer_.get()); }

         protected:
          error(::@_error *pointer, @::status status) : pointer_(pointer, &::@_error_free), status_(status) {
            if (pointer && ::@_error_status(pointer) < 0) status_ = static_cast<@::status>(::@_error_status(pointer));
          }

         private:
          std::shared_ptr<::@_error> pointer_;
          @::status status_;
        };

        /// An object is null, was given up, or belongs to something else.
        class invalid_handle_error final : public error {
         public:
          using error::error;
          explicit invalid_handle_error(const error &base) : error(base) {}
        };
        /// An argument is out of range, or no value of its type.
        class invalid_argument_error final : public error {
         public:
          using error::error;
          explicit invalid_argument_error(const error &base) : error(base) {}
        };
        /// It was cancelled.
        class cancelled_error final : public error {
         public:
          cancelled_error() : error(@::status::cancelled) {}
          explicit cancelled_error(const error &base) : error(base) {}
        };
        /// The time was up.
        class timed_out_error final : public error {
         public:
          timed_out_error() : error(@::status::timed_out) {}
          explicit timed_out_error(const error &base) : error(base) {}
        };

        /// Throws unless the library that was loaded is the one that this header was made for. Every first use does so.
        inline void abi_check() {
          if (!::@_abi_matches()) {
            throw std::runtime_error("lib@ is not the version that @.hpp was made for: build the program again, or install the matching library");
          }
        }

        /// How many objects the program holds: 0 when everything was let go.
        inline std::uint64_t live_handles() noexcept { return ::@_debug_live_handles(); }

        /// Ends the library's work, for good: operations and streams end, and every call fails with `status::shut_down`.
        inline void shutdown() noexcept { ::@_shutdown(); }

        namespace detail {
        [[noreturn]] inline void raise(::@_status code, ::@_error *pointer) {
          const auto value = static_cast<status>(code);
          const error failure = pointer ? error::adopt(pointer, value) : error(value);
          switch (value) {
            case status::invalid_handle: throw invalid_handle_error(failure);
            case status::invalid_argument: throw invalid_argument_error(failure);
            case status::cancelled: throw cancelled_error(failure);
            case status::timed_out: throw timed_out_error(failure);
            default: throw failure;
          }
        }

        inline void check(::@_status code) {
          if (code != @@_OK) raise(code, nullptr);
        }

        inline void check(::@_status code, ::@_error **pointer) {
          if (code != @@_OK) raise(code, *pointer);
        }

        /// Whether there is a next element.
        inline bool check_next(::@_status code, ::@_error **pointer) {
          if (code == @@_END) return false;
          check(code, pointer);
          return true;
        }

        /// Before the first call: is it the right library?
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

        inline std::chrono::system_clock::time_point take_date(std::int64_t value) {
          return std::chrono::system_clock::time_point(std::chrono::duration_cast<std::chrono::system_clock::duration>(std::chrono::nanoseconds(value)));
        }

        inline std::int64_t lend_date(std::chrono::system_clock::time_point value) {
          return std::chrono::duration_cast<std::chrono::nanoseconds>(value.time_since_epoch()).count();
        }

        inline uuid take_uuid(const ::@_uuid &value) {
          uuid result;
          std::copy(std::begin(value.bytes), std::end(value.bytes), result.bytes.begin());
          return result;
        }

        inline ::@_uuid lend_uuid(const uuid &value) {
          ::@_uuid result;
          std::copy(value.bytes.begin(), value.bytes.end(), std::begin(result.bytes));
          return result;
        }

        inline std::string take_text(const ::@_string &value) { return value.data ? std::string(value.data, value.size) : std::string(); }
        inline std::string_view view_text(const ::@_string &value) noexcept {
          return value.data ? std::string_view(value.data, value.size) : std::string_view();
        }
        inline std::vector<std::uint8_t> take_bytes(const ::@_bytes &value) { return byte_view(value.data, value.size).copy(); }
        inline byte_view view_bytes(const ::@_bytes &value) noexcept { return byte_view(value.data, value.size); }

        /// The memory behind the arguments of one call; or, when it gives, memory that the library will free.
        class arena {
         public:
          explicit arena(bool gives = false) noexcept : gives_(gives) {}
          arena(const arena &) = delete;
          arena &operator=(const arena &) = delete;
          ~arena() {
            for (void *block : blocks_) std::free(block);
          }

          /// Room for some values, all zero; never null.
          template <class T>
          T *allocate(std::size_t count) {
            if (!gives_) blocks_.reserve(blocks_.size() + 1);
            void *block = std::calloc(count ? count : 1, sizeof(T));
            if (!block) throw std::bad_alloc();
            if (!gives_) blocks_.push_back(block);
            return static_cast<T *>(block);
          }

          ::@_string text(std::string_view text) const { return gives_ ? ::@_string_copy(lend_text(text)) : lend_text(text); }
          ::@_bytes bytes(byte_view bytes) const { return gives_ ? ::@_bytes_copy(lend_bytes(bytes)) : lend_bytes(bytes); }
          ::@_error *failure(const error &value) const { return gives_ ? value.copy() : const_cast<::@_error *>(value.get()); }
          template <class T>
          auto object(const T &value) const {
            if (!gives_) return value.get();
            T copy(value);
            return copy.release();
          }

          /// Numbers that are the same on both sides: where they are, unless they are given.
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
        """#

    // MARK: Objects

    private static let objects = #"""
        namespace detail {
        /// Shares an object of the library: a copy is one more owner of the same object. **Thread-safe**, but for changing
        /// one variable from several threads.
        template <class Self, class C, ::@_status (*Retain)(C), ::@_status (*Release)(C)>
        class object {
         public:
          using handle_type = C;

          /// Takes a handle of the C interface over.
          static Self adopt(C handle) noexcept {
            Self result(nullptr);
            static_cast<object &>(result).bits_ = handle.bits;
            return result;
          }
          /// Shares what a handle of the C interface stands for.
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
          }

          /// Whether there is an object: not after it was moved away, nor where it was made of null.
          explicit operator bool() const noexcept { return bits_ != 0; }
          /// For calls of the C interface: valid as long as this.
          C get() const noexcept { return C{bits_}; }
          /// For calls of the C interface: the caller releases it.
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

        /// Where callbacks run: a queue that the program runs on a thread of its own, such as its user interface's.
        /// **Thread-safe.**
        class queue final : public detail::object<queue, ::@_queue, ::@_queue_retain, ::@_queue_release> {
         public:
          /// Makes a queue. When the last copy goes, what waits in it is not run any more.
          queue() {
            detail::ready();
            ::@_queue result{};
            detail::check(::@_queue_create(&result));
            set_bits(result.bits);
          }
          /// No queue: callbacks run on threads of the library.
          explicit queue(std::nullptr_t) noexcept {}
          /// The queue that the main thread runs; what the library keeps for the main thread runs there only.
          static queue main() {
            detail::ready();
            ::@_queue result{};
            detail::check(::@_queue_main(&result));
            return adopt(result);
          }

          /// A file descriptor that is readable while something waits to be run; it belongs to the queue.
          int descriptor() const {
            int result = -1;
            detail::check(::@_queue_descriptor(get(), &result));
            return result;
          }
          /// Runs what waits, on this thread; gives how many that were.
          std::size_t run_pending() const {
            std::size_t count = 0;
            detail::check(::@_queue_run_pending(get(), &count));
            return count;
          }
        };

        /// Keeps calls to a callback coming: they end when the last copy goes. **Thread-safe.**
        class [[nodiscard]] subscription final
            : public detail::object<subscription, ::@_subscription, ::@_subscription_retain, ::@_subscription_release> {
         public:
          /// None.
          subscription(std::nullptr_t = nullptr) noexcept {}
          /// Ends the calls: when this returns, the callback is not running and will not be called again. From inside the
          /// callback it returns at once.
          void cancel() const { detail::check(::@_subscription_cancel(get())); }
        };

        /// Is called with what a callback throws where nobody else can be told.
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

        /// Says that a callback threw something that goes nowhere else.
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
            if (is_first) std::fprintf(stderr, "@: a callback threw: %s (later ones are not shown; see set_unhandled_exception_handler)\n", text_of(thrown));
          } catch (...) {
          }
        }
        }  // namespace detail

        /// Sets what is done about exceptions that leave a callback which cannot fail. By default the first one is shown on
        /// standard error; all of them are then forgotten.
        inline void set_unhandled_exception_handler(exception_handler handler) {
          auto &reporter = detail::exception_reporter::shared();
          const std::lock_guard<std::mutex> lock(reporter.mutex);
          reporter.handler = std::move(handler);
        }

        namespace detail {
        /// A callback with what it holds: what the C interface knows as its context.
        template <class Function>
        struct callback {
          Function function;
          /// Set where the caller waits for the end of the call, and gets what its callback throws.
          bool is_borrowed = false;
          std::atomic_flag has_thrown = ATOMIC_FLAG_INIT;
          std::exception_ptr thrown;

          explicit callback(Function given, bool borrowed = false) : function(std::move(given)), is_borrowed(borrowed) {}

          void caught() noexcept {
            if (!is_borrowed) return report(std::current_exception());
            if (!has_thrown.test_and_set()) thrown = std::current_exception();
          }

          /// After the call: throws what the callback threw.
          void rethrow(::@_error **failure = nullptr) const {
            if (!thrown) return;
            if (failure) ::@_error_free(*failure);
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

        /// Runs what a callback does where failing is allowed.
        template <class Body>
        ::@_status attempt(::@_error **failure, const Body &body) noexcept {
          try {
            body();
            return @@_OK;
          } catch (const error &thrown) {
            if (failure) *failure = thrown.copy();
            const auto code = static_cast<::@_status>(thrown.status());
            return code < 0 ? code : @@_ERROR_FAILED;
          } catch (...) {
            if (failure) *failure = ::@_error_create(@@_ERROR_FAILED, lend_text(text_of(std::current_exception())));
            return @@_ERROR_FAILED;
          }
        }
        }  // namespace detail
        """#

    // MARK: Operations

    private static let operations = #"""
        /// An asynchronous call under way. If the last copy goes before the end, the call is cancelled. **Thread-safe.**
        class operation final : public detail::object<operation, ::@_operation, ::@_operation_retain, ::@_operation_release> {
         public:
          operation(std::nullptr_t) noexcept {}

          /// Whether there is a result.
          bool is_done() const {
            bool result = false;
            detail::check(::@_operation_is_done(get(), &result));
            return result;
          }
          /// Waits for the end, however long that takes.
          void wait() const { detail::check(::@_operation_wait(get(), @@_FOREVER)); }
          /// Waits for the end; false when the time was up before.
          bool wait_for(std::chrono::nanoseconds duration) const {
            const auto code = ::@_operation_wait(get(), detail::nanoseconds(duration));
            if (code == @@_TIMED_OUT) return false;
            detail::check(code);
            return true;
          }
          /// Asks it to end early.
          void cancel() const { detail::check(::@_operation_cancel(get())); }
          /// A file descriptor that is readable once it has ended; it belongs to the operation.
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

        /// What an asynchronous call will give. If the last copy goes before the end, the call is cancelled: see `detach`.
        /// **Thread-safe.**
        template <class T>
        class [[nodiscard]] future {
         public:
          using value_type = T;
          using result_function = T (*)(::@_operation);

          future(@::operation operation, result_function result) noexcept : operation_(std::move(operation)), result_(result) {}

          /// Waits for the end and gives the result, or throws why there is none. May be called again.
          T get() const {
            operation_.wait();
            return result_(operation_.get());
          }
          /// Waits for the result for some time; throws `timed_out_error`, and cancels, when it did not come.
          T get_for(std::chrono::nanoseconds duration) const {
            if (!wait_for(duration)) {
              cancel();
              throw timed_out_error();
            }
            return get();
          }
          /// Waits for the end; false when the time was up before.
          bool wait_for(std::chrono::nanoseconds duration) const { return operation_.wait_for(duration); }
          bool is_done() const { return operation_.is_done(); }
          /// Asks the call to end early: `get` then throws `cancelled_error`, unless it was done already.
          void cancel() const { operation_.cancel(); }
          /// A file descriptor that is readable once there is a result: for `poll(2)` and its like.
          int descriptor() const { return operation_.descriptor(); }
          /// Calls `function(future)` once, at the end; its `get` does not wait any more.
          template <class Function>
          void then(Function function, const queue &where = queue(nullptr)) const {
            auto shared = std::make_shared<Function>(std::move(function));
            operation_.on_done([shared, self = *this] { (*shared)(self); }, where);
          }
          /// Lets the call go on although nobody waits for it.
          void detach() const {
            operation_.on_done([self = *this] {});
          }
          const @::operation &operation() const noexcept { return operation_; }

        #if defined(@@_HAS_COROUTINES)
          /// For `co_await future.on(queue)`: goes on where the queue is run.
          awaiter<T> on(const queue &where) const { return awaiter<T>(*this, where); }
          /// `co_await future` goes on on a thread of the library.
          awaiter<T> operator co_await() const { return awaiter<T>(*this, queue(nullptr)); }
        #endif

         private:
          @::operation operation_;
          result_function result_;
        };
        """#

    // MARK: Coroutines

    private static let coroutines = #"""
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

        /// A coroutine that gives a value. It begins when it is awaited, or when `get` waits for it.
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
                  // Whoever is told may destroy the coroutine at once.
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

          /// Runs it, waits for its end on this thread, and gives its value or throws what it threw.
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
          /// Runs it until it waits for something, then returns; `finished` is called at its end, on whichever thread that is.
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

    // MARK: Asynchronous callbacks

    private static let callbacks = #"""
        /// What an asynchronous callback answers with, once. Given up without an answer, the call fails. Copies share one
        /// answer. **Thread-safe.**
        template <class T>
        class completion final : public detail::object<completion<T>, ::@_completion, ::@_completion_retain, ::@_completion_release> {
         public:
          using value_type = std::conditional_t<std::is_void_v<T>, std::monostate, T>;
          using answer_function = ::@_status (*)(::@_completion, const value_type &);

          /// Takes a completion of the C interface over.
          completion(::@_completion handle, answer_function answer) noexcept : answer_(answer) { this->set_bits(handle.bits); }

          /// Answers. Later answers are ignored.
          void operator()(const value_type &value = value_type()) { succeed(value); }
          void succeed(const value_type &value = value_type()) {
            const ::@_completion handle = this->release();
            if (!handle.bits) return;
            const ::@_status code = answer_(handle, value);
            // A value that the library refuses is a failure of whoever answers.
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
          /// Answers that it was cancelled.
          void cancel() { give(nullptr); }
          /// Whether nobody wants the answer any more; it should be given all the same, soon.
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

        /// A callback that may answer later: a function that takes the arguments and a `completion<T>`; or one that takes the
        /// arguments only and gives the result, or throws.
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
          /// Calls it; what it throws is the answer.
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

    // MARK: Streams

    private static let streams = #"""
        /// An element that was asked for without waiting for ever: there is one, or not yet, or there will be none any more.
        template <class T>
        class polled : public std::optional<T> {
         public:
          explicit polled(@::status code) noexcept : status_(code) {}
          explicit polled(T element) : std::optional<T>(std::move(element)), status_(@::status::ok) {}

          /// Whether there will be no more.
          bool is_end() const noexcept { return status_ == @::status::end; }
          /// `ok`, `pending`, `timed_out` or `end`.
          @::status status() const noexcept { return status_; }

         private:
          @::status status_;
        };

        /// Where a stream ends.
        struct end_of_stream {};

        /// Takes the elements of a stream one by one, and waits for each when it is looked at.
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
        }  // namespace detail

        /// Every value of an enumeration, in the order of their declaration.
        template <class T>
        std::vector<T> all();
        """#
}
