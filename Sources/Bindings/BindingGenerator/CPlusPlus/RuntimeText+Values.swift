/// Plain values of the C++ header.
extension RuntimeText {
    static let values = #"""
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
}
