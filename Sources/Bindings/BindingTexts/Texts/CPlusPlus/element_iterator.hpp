
namespace detail {
/// Iterator over a copy of the elements of a collection.
template <class T>
class element_iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = typename std::vector<T>::const_reference;

  element_iterator() noexcept = default;
  explicit element_iterator(std::vector<T> elements)
      : elements_(std::make_shared<const std::vector<T>>(std::move(elements))) {}

  reference operator*() const { return (*elements_)[index_]; }
  element_iterator &operator++() noexcept {
    ++index_;
    return *this;
  }
  element_iterator operator++(int) {
    element_iterator before = *this;
    ++index_;
    return before;
  }

  friend bool operator==(const element_iterator &left, const element_iterator &right) noexcept {
    return left.is_at_end() || right.is_at_end() ? left.is_at_end() == right.is_at_end() : left.index_ == right.index_;
  }
  friend bool operator!=(const element_iterator &left, const element_iterator &right) noexcept { return !(left == right); }

 private:
  bool is_at_end() const noexcept { return !elements_ || index_ >= elements_->size(); }

  std::shared_ptr<const std::vector<T>> elements_;
  std::size_t index_ = 0;
};
}  // namespace detail

