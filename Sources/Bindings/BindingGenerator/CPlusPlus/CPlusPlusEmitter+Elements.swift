import BindingModel

/// Iteration over the elements of a collection.
extension CPlusPlusEmitter {
    /// The type of the elements, if a type is a collection whose class has no `begin` or `end` of its own.
    private func elementType(_ type: LoweredType) -> String? {
        guard let function = type.function(of: .elements),
            let scope = scopes[type.c], !scope.functions.contains(where: { $0.name == "begin" || $0.name == "end" })
        else { return nil }
        guard let crossing = function.result else { return nil }
        if crossing.shape == .bytes { return "std::uint8_t" }
        if case .array(let element)? = types.interface.content(crossing) { return types.value(element) }
        return nil
    }

    /// The name of the member that returns all elements.
    private func all(_ type: LoweredType) -> String {
        scopes[type.c]?.function(of: .elements)?.name ?? "elements"
    }

    /// The type of iterators over a sequence that is no collection, and the expression of the object that returns its elements.
    private func sequence(_ type: LoweredType) -> (iterator: String, source: String)? {
        guard let scope = scopes[type.c], !scope.functions.contains(where: { $0.name == "begin" || $0.name == "end" }) else {
            return nil
        }
        func function(_ scope: CPlusPlusScope?, _ iteration: LoweredMember.Iteration) -> CPlusPlusFunction? {
            scope?.functions.first { $0.member.iteration == iteration }
        }
        var source = "*this"
        var own = type.crossing
        if let make = function(scope, .begin) {
            source = "\(make.name)()"
            own = make.lowered.result
        }
        guard let own, let next = function(scopes[own.c], .next),
            let element = next.lowered.result.flatMap(types.interface.wrapped)
        else { return nil }
        return ("detail::sequence_iterator<\(types.value(own)), \(types.value(element))>", source)
    }

    /// Writes the declarations of `begin` and `end`.
    func declareIteration(_ type: LoweredType, _ writer: inout CodeWriter) {
        if let (iterator, source) = sequence(type) {
            writer.gap()
            writer.line("/// Iterates over the elements\(source == "*this" ? " that are left" : "").")
            writer.line("\(iterator) begin() const;")
            writer.line("\(iterator) end() const;")
        }
        guard let element = elementType(type) else { return }
        writer.gap()
        writer.line("/// Iterates over a copy of the elements.")
        writer.line("detail::element_iterator<\(element)> begin() const;")
        writer.line("detail::element_iterator<\(element)> end() const;")
    }

    /// Writes the definitions of `begin` and `end`.
    mutating func defineIteration(_ type: LoweredType, _ name: String) {
        if let (iterator, source) = sequence(type) {
            writer.line("\(names.inline) \(iterator) \(name)::begin() const { return \(iterator)(\(source)); }")
            writer.gap()
            writer.line("\(names.inline) \(iterator) \(name)::end() const { return {}; }")
            writer.gap()
        }
        guard let element = elementType(type) else { return }
        let iterator = "detail::element_iterator<\(element)>"
        writer.line("\(names.inline) \(iterator) \(name)::begin() const { return \(iterator)(\(all(type))()); }")
        writer.gap()
        writer.line("\(names.inline) \(iterator) \(name)::end() const { return {}; }")
        writer.gap()
    }

    /// Writes the iterator over a copy of a collection's elements, if the library has a collection.
    mutating func declareElementIterator() {
        if library.types.contains(where: { $0.has(.elements) }) { writer.line(Self.elementIterator) }
        if library.registry.usesIterators { writer.line(Self.sequenceIterator) }
    }

    private static let sequenceIterator = """

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

        """

    private static let elementIterator = """

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

        """
}
