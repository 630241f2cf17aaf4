// swift-format-ignore-file

// MARK: IndexSet

extension Foundation.IndexSet {
    /// Creates a set; nil if a number is no index.
    init?(possible indices: [Swift.Int]) {
        guard indices.allSatisfy({ $0 >= 0 && $0 < Swift.Int.max }) else { return nil }
        self.init(indices)
    }
}

