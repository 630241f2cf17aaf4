namespace detail {
/// The implementations to which the library refers strongly.
struct implementations {
  std::mutex mutex;
  std::list<std::shared_ptr<implementation>> listed;

  static implementations &shared() {
    // Never destroyed, because the library may call the program until the process ends.
    static auto *all = new implementations();
    return *all;
  }
};

THE_PREFIX_INLINE void release_implementation(void *context) {
  delete static_cast<std::shared_ptr<implementation> *>(context);
}

THE_PREFIX_INLINE void hold_strongly(const std::shared_ptr<implementation> &link, const std::shared_ptr<implementer> &object) {
  auto &all = implementations::shared();
  std::list<std::shared_ptr<implementation>> added{link};
  const std::lock_guard<std::mutex> link_lock(link->mutex);
  link->strong = object;
  if (!std::exchange(link->is_listed, true)) {
    const std::lock_guard<std::mutex> all_lock(all.mutex);
    all.listed.splice(all.listed.end(), added);
    strong_implementations.fetch_add(1, std::memory_order_relaxed);
  }
}

THE_PREFIX_INLINE void settle_implementations() noexcept {
  auto &all = implementations::shared();
  std::size_t left = strong_implementations.load(std::memory_order_relaxed);
  for (left = left < 8 ? left : 8; left > 0; left--) {
    std::list<std::shared_ptr<implementation>> next;
    {
      const std::lock_guard<std::mutex> lock(all.mutex);
      if (all.listed.empty()) return;
      next.splice(next.begin(), all.listed, all.listed.begin());
    }
    bool is_kept = false;
    std::shared_ptr<implementer> released;
    {
      implementation &each = *next.front();
      const std::lock_guard<std::mutex> lock(each.mutex);
      ::the_prefix_implementation(each.bits, &release_implementation, &is_kept);
      if (!is_kept) {
        released = std::move(each.strong);
        each.strong = nullptr;
        each.is_listed = false;
        strong_implementations.fetch_sub(1, std::memory_order_relaxed);
      }
    }
    const std::lock_guard<std::mutex> lock(all.mutex);
    if (is_kept) all.listed.splice(all.listed.end(), next);
  }
}

THE_PREFIX_INLINE std::shared_ptr<implementer> implementer_in(void *context) {
  implementation &link = **static_cast<std::shared_ptr<implementation> *>(context);
  const std::lock_guard<std::mutex> lock(link.mutex);
  return link.strong ? link.strong : link.weak.lock();
}

THE_PREFIX_INLINE std::chrono::system_clock::time_point take_date(std::int64_t value) {
  if (value == INT64_MAX - 1) throw std::range_error("the date is after the year 2262");
  if (value == INT64_MIN + 1) throw std::range_error("the date is before the year 1677");
  return std::chrono::system_clock::time_point(std::chrono::duration_cast<std::chrono::system_clock::duration>(std::chrono::nanoseconds(value)));
}

THE_PREFIX_INLINE std::int64_t lend_date(std::chrono::system_clock::time_point value) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(value.time_since_epoch()).count();
}
}  // namespace detail

THE_PREFIX_INLINE error::error(::the_prefix_error *pointer, the_qualifier::status status)
    : pointer_(pointer, &::the_prefix_error_free), status_(status) {
  if (pointer && ::the_prefix_error_status(pointer) < 0) status_ = static_cast<the_qualifier::status>(::the_prefix_error_status(pointer));
}
