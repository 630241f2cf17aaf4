/// Shared objects, queues, and callbacks that may throw.
extension RuntimeText {
    static let objects = #"""
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
}
