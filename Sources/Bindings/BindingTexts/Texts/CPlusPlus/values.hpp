/// Borrowed contiguous values: `std::span` for C++17.
template <class T>
class span {
 public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;

  constexpr span() noexcept = default;
  constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
  template <std::size_t Size>
  constexpr span(T (&array)[Size]) noexcept : data_(array), size_(Size) {}
  /// Borrows a container with `data()` and `size()`: `std::vector`, `std::array`, `std::span`.
  template <class Range, class Pointer = decltype(std::declval<const Range &>().data()),
            class = decltype(std::declval<const Range &>().size()),
            class = std::enable_if_t<std::is_convertible_v<Pointer, T *>>>
  constexpr span(const Range &range) noexcept : data_(range.data()), size_(range.size()) {}
  /// Borrows an initializer list, as an argument: it lives until the call has returned.
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

/// Borrowed bytes. As an argument they are used during the call only; as a result they are valid as long as the
/// object that returned them.
class byte_view {
 public:
  constexpr byte_view() noexcept = default;
  constexpr byte_view(const std::uint8_t *data, std::size_t size) noexcept : data_(data), size_(size) {}
  byte_view(const void *data, std::size_t size) noexcept : data_(static_cast<const std::uint8_t *>(data)), size_(size) {}
  /// Borrows a container with `data()`, `size()` and elements of one byte: vectors, arrays, spans, strings.
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
  /// Returns an owned copy.
  std::vector<std::uint8_t> copy() const { return std::vector<std::uint8_t>(begin(), end()); }
#if defined(__cpp_lib_span)
  operator std::span<const std::uint8_t>() const noexcept { return {data_, size_}; }
  operator std::span<const std::byte>() const noexcept { return std::as_bytes(std::span<const std::uint8_t>(data_, size_)); }
#endif

 private:
  const std::uint8_t *data_ = nullptr;
  std::size_t size_ = 0;
};

/// Range from `lower` up to, not including, `upper`.
template <class T>
struct range {
  T lower{};
  T upper{};

  friend bool operator==(const range &left, const range &right) { return left.lower == right.lower && left.upper == right.upper; }
  friend bool operator!=(const range &left, const range &right) { return !(left == right); }
};

/// Range from `lower` to `upper`, inclusive.
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

#if defined(__cpp_lib_format)
namespace detail {
/// Formats a value as its text, with the options of texts: `std::format("{:>12}", value)`.
template <class T>
struct text_formatter : std::formatter<std::string_view> {
  template <class Context>
  auto format(const T &value, Context &context) const {
    const std::string text = to_string(value);
    return std::formatter<std::string_view>::format(text, context);
  }
};
}  // namespace detail
#endif

/// Combines several functions into one, for `visit`.
template <class... Functions>
struct overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
overloaded(Functions...) -> overloaded<Functions...>;
