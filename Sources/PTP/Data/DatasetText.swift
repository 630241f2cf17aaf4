extension String {
    /// The text as a dataset can hold it: no more than `limit` units of UTF-16, none of them 0.
    package func asDatasetText(limit: Int = 254) -> String {
        var units = Array(utf16.filter { $0 != 0 }.prefix(limit))
        if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        return String(decoding: units, as: UTF16.self)
    }
}
