namespace detail {

/// The operations of a case's payload.
struct payload_operations {
  void (*copy)(void *to, const void *from);
  void (*move)(void *to, void *from) noexcept;
  void (*destroy)(void *payload) noexcept;
};

template <class Case>
struct payload_of {
  static void copy(void *to, const void *from) { ::new (to) Case(*static_cast<const Case *>(from)); }
  static void move(void *to, void *from) noexcept { ::new (to) Case(std::move(*static_cast<Case *>(from))); }
  static void destroy(void *payload) noexcept { static_cast<Case *>(payload)->~Case(); }
  static constexpr payload_operations operations{&copy, &move, &destroy};
};

constexpr std::size_t largest(std::initializer_list<std::size_t> numbers) noexcept {
  std::size_t result = 1;
  for (const std::size_t number : numbers) {
    if (number > result) result = number;
  }
  return result;
}

/// One of several cases: its number, and its payload if it has one.
template <std::size_t Size, std::size_t Alignment>
class case_storage {
 public:
  explicit case_storage(std::int32_t kind) noexcept : kind_(kind) {}
  template <class Case>
  case_storage(std::int32_t kind, Case &&payload) : operations_(&payload_of<Case>::operations), kind_(kind) {
    ::new (static_cast<void *>(bytes_)) Case(std::move(payload));
  }
  case_storage(const case_storage &other) : kind_(other.kind_) {
    if (other.operations_) other.operations_->copy(bytes_, other.bytes_);
    operations_ = other.operations_;
  }
  case_storage(case_storage &&other) noexcept : operations_(other.operations_), kind_(other.kind_) {
    if (operations_) operations_->move(bytes_, other.bytes_);
  }
  case_storage &operator=(const case_storage &other) {
    if (this != &other) *this = case_storage(other);
    return *this;
  }
  case_storage &operator=(case_storage &&other) noexcept {
    if (this == &other) return *this;
    if (operations_) operations_->destroy(bytes_);
    operations_ = other.operations_;
    kind_ = other.kind_;
    if (operations_) operations_->move(bytes_, other.bytes_);
    return *this;
  }
  ~case_storage() {
    if (operations_) operations_->destroy(bytes_);
  }

  std::int32_t kind() const noexcept { return kind_; }
  template <class Case>
  const Case *payload() const noexcept {
    return std::launder(reinterpret_cast<const Case *>(bytes_));
  }

 private:
  alignas(Alignment) unsigned char bytes_[Size];
  const payload_operations *operations_ = nullptr;
  std::int32_t kind_ = 0;
};

}  // namespace detail
