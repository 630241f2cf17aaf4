namespace detail {
// How values of a type cross the C interface. Each class has
// - `c` and `value`, the types in C and in C++,
// - `take`, the C++ value of a C value that another owner keeps,
// - `own`, the C++ value of a result, which `free` frees then,
// - `lend`, the C value of a C++ value, with memory in the arena,
// - `is_none`, if C has a value for "none".

/// A value with nothing to free.
struct plain {
  template <class C>
  static void free(C *) noexcept {}
};

template <auto Free>
struct freed {
  template <class C>
  static void free(C *value) noexcept {
    Free(value);
  }
};

template <class T>
struct of_number : plain {
  using c = T;
  using value = T;
  static T take(T from) noexcept { return from; }
  static T own(T from) noexcept { return from; }
  static T lend(arena &, T from) noexcept { return from; }
};

template <class T>
struct of_enumeration : plain {
  using c = std::int32_t;
  using value = T;
  static T take(c from) noexcept { return static_cast<T>(from); }
  static T own(c from) noexcept { return static_cast<T>(from); }
  static c lend(arena &, T from) noexcept { return static_cast<c>(from); }
};

template <class T>
struct of_duration : plain {
  using c = typename T::rep;
  using value = T;
  static T take(c from) noexcept { return T(from); }
  static T own(c from) noexcept { return T(from); }
  static c lend(arena &, T from) noexcept { return from.count(); }
};

struct of_date : plain {
  using c = std::int64_t;
  using value = std::chrono::system_clock::time_point;
  static value take(c from) { return take_date(from); }
  static value own(c from) { return take_date(from); }
  static c lend(arena &, value from) { return lend_date(from); }
};

struct of_uuid : plain {
  using c = ::the_prefix_uuid;
  using value = the_qualifier::uuid;
  static value take(const c &from) { return take_uuid(from); }
  static value own(const c &from) { return take_uuid(from); }
  static c lend(arena &, const value &from) { return lend_uuid(from); }
};

struct of_text : freed<::the_prefix_string_free> {
  using c = ::the_prefix_string;
  using value = std::string;
  static bool is_none(const c &from) noexcept { return from.data == nullptr; }
  static value take(const c &from) { return take_text(from); }
  static value own(const c &from) { return take_text(from); }
  static c lend(arena &memory, std::string_view from) { return memory.text(from); }
};

struct of_bytes : freed<::the_prefix_bytes_free> {
  using c = ::the_prefix_bytes;
  using value = std::vector<std::uint8_t>;
  static bool is_none(const c &from) noexcept { return from.data == nullptr; }
  static value take(const c &from) { return take_bytes(from); }
  static value own(const c &from) { return take_bytes(from); }
  static c lend(arena &memory, byte_view from) { return memory.bytes(from); }
};

struct of_borrowed_bytes : plain {
  using c = ::the_prefix_bytes;
  using value = byte_view;
  static value own(const c &from) noexcept { return view_bytes(from); }
};

template <class T>
struct of_handle : plain {
  using c = typename T::handle_type;
  using value = T;
  static bool is_none(c from) noexcept { return from.bits == 0; }
  static T take(c from) { return T::share(from); }
  static T own(c from) noexcept { return T::adopt(from); }
  static c lend(arena &memory, const T &from) { return memory.object(from); }
};

/// The result of a constructor.
template <class C>
struct of_new : plain {
  using c = C;
  using value = std::uint64_t;
  static value own(C from) noexcept { return from.bits; }
};

struct of_error : plain {
  using c = ::the_prefix_error *;
  using value = error;
  static bool is_none(const ::the_prefix_error *from) noexcept { return from == nullptr; }
  static value take(const ::the_prefix_error *from) { return error::share(from); }
  static value own(c from) { return error::adopt(from); }
  static c lend(arena &memory, const error &from) { return memory.failure(from); }
};

/// An optional of a type that has a value for "none".
template <class X>
struct of_nullable : X {
  using typename X::c;
  using value = std::optional<typename X::value>;
  static value take(const c &from) {
    if (X::is_none(from)) return std::nullopt;
    return X::take(from);
  }
  static value own(const c &from) {
    if (X::is_none(from)) return std::nullopt;
    return X::own(from);
  }
  template <class Optional>
  static c lend(arena &memory, const Optional &from) {
    return from ? X::lend(memory, *from) : c{};
  }
};

template <class X, class C, class Base = plain>
struct of_optional : Base {
  using c = C;
  using value = std::optional<typename X::value>;
  static value take(const c &from) {
    if (!from.has_value) return std::nullopt;
    return value(X::take(from.value));
  }
  static value own(const c &from) { return take(from); }
  template <class Optional>
  static c lend(arena &memory, const Optional &from) {
    c result{};
    result.has_value = from.has_value();
    if (from) result.value = X::lend(memory, *from);
    return result;
  }
};

template <class X, class C, class Base>
struct of_list : Base {
  using c = C;
  using value = std::vector<typename X::value>;
  static bool is_none(const c &from) noexcept { return from.data == nullptr; }
  static value take(const c &from) {
    value result;
    result.reserve(from.count);
    for (std::size_t index = 0; index < from.count; ++index) result.push_back(X::take(from.data[index]));
    return result;
  }
  static value own(const c &from) { return take(from); }
  template <class Values>
  static c lend(arena &memory, const Values &from) {
    auto *next = memory.allocate<typename X::c>(from.size());
    c result{next, from.size()};
    for (const auto &element : from) *next++ = X::lend(memory, element);
    return result;
  }
};

/// Numbers, which have the same representation on both sides.
template <class T, class C, class Base>
struct of_numbers : Base {
  using c = C;
  using value = std::vector<T>;
  static bool is_none(const c &from) noexcept { return from.data == nullptr; }
  static value take(const c &from) { return value(from.data, from.data + from.count); }
  static value own(const c &from) { return take(from); }
  template <class Values>
  static c lend(arena &memory, const Values &from) {
    return {memory.numbers(from.data(), from.size()), from.size()};
  }
};

template <class X, class Set, class C, class Base>
struct of_set : of_list<X, C, Base> {
  using value = Set;
  static value take(const C &from) {
    value result;
    for (std::size_t index = 0; index < from.count; ++index) result.insert(result.end(), X::take(from.data[index]));
    return result;
  }
  static value own(const C &from) { return take(from); }
};

template <class Key, class X, class Entry, class Map, class C, class Base>
struct of_map : Base {
  using c = C;
  using value = Map;
  static bool is_none(const c &from) noexcept { return from.data == nullptr; }
  static value take(const c &from) {
    value result;
    for (std::size_t index = 0; index < from.count; ++index) {
      const Entry &entry = from.data[index];
      result.insert(result.end(), typename Map::value_type(Key::take(entry.key), X::take(entry.value)));
    }
    return result;
  }
  static value own(const c &from) { return take(from); }
  static c lend(arena &memory, const value &from) {
    auto *next = memory.allocate<Entry>(from.size());
    c result{next, from.size()};
    for (const auto &entry : from) {
      next->key = Key::lend(memory, entry.first);
      next->value = X::lend(memory, entry.second);
      ++next;
    }
    return result;
  }
};

template <class X, class Range, class C, class Base = plain>
struct of_range : Base {
  using c = C;
  using value = Range;
  static value take(const c &from) { return {X::take(from.lower), X::take(from.upper)}; }
  static value own(const c &from) { return take(from); }
  static c lend(arena &memory, const value &from) { return {X::lend(memory, from.lower), X::lend(memory, from.upper)}; }
};

// Calls of C functions.

/// The address of a value that exists until the end of the statement.
template <class C>
const C *address(const C &value) noexcept {
  return &value;
}

/// Frees a result at the end of a scope.
template <class X>
struct result {
  typename X::c c{};
  result() noexcept = default;
  result(const result &) = delete;
  result &operator=(const result &) = delete;
  ~result() { X::free(&c); }
};

/// Returns a function after the check that the library matches this header.
template <class Function>
Function ready(Function function) {
  ready();
  return function;
}

/// Calls a function that returns its result by its last parameter.
template <class X, class Function, class... Arguments>
typename X::value call(Function function, Arguments... arguments) {
  result<X> own;
  check(function(arguments..., &own.c));
  return X::own(own.c);
}

/// Does the same for a function that returns an error after it.
template <class X, class Function, class... Arguments>
typename X::value try_call(Function function, Arguments... arguments) {
  result<X> own;
  ::the_prefix_error *failure = nullptr;
  check(function(arguments..., &own.c, &failure), &failure);
  return X::own(own.c);
}

/// Calls a function without a result that can fail.
template <class Function, class... Arguments>
void try_call_void(Function function, Arguments... arguments) {
  ::the_prefix_error *failure = nullptr;
  check(function(arguments..., &failure), &failure);
}

/// The result of an operation.
template <class X, auto Taking>
typename X::value result_of(::the_prefix_operation operation) {
  return try_call<X>(Taking, operation);
}

template <auto Taking>
void end_of(::the_prefix_operation operation) {
  try_call_void(Taking, operation);
}

/// Starts an operation with a function that returns it by its last parameter.
template <class T, class Function, class... Arguments>
future<T> start(T (*taking)(::the_prefix_operation), Function function, Arguments... arguments) {
  ::the_prefix_operation started{};
  check(function(arguments..., &started));
  return future<T>(operation::adopt(started), taking);
}
}  // namespace detail
