
namespace detail {
/// Iterator over the elements that an object returns one after the other.
template <class Source, class T>
class sequence_iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = const T *;
  using reference = const T &;

  sequence_iterator() noexcept = default;
  explicit sequence_iterator(Source source) : source_(std::make_shared<const Source>(std::move(source))) { ++*this; }

  reference operator*() const { return *element_; }
  pointer operator->() const { return &*element_; }
  sequence_iterator &operator++() {
    auto element = source_->next();
    element_ = element ? std::make_shared<const T>(*std::move(element)) : nullptr;
    return *this;
  }
  sequence_iterator operator++(int) {
    sequence_iterator before = *this;
    ++*this;
    return before;
  }

  friend bool operator==(const sequence_iterator &left, const sequence_iterator &right) noexcept {
    return left.element_ == right.element_;
  }
  friend bool operator!=(const sequence_iterator &left, const sequence_iterator &right) noexcept { return !(left == right); }

 private:
  std::shared_ptr<const Source> source_;
  std::shared_ptr<const T> element_;
};
}  // namespace detail

