extension String {
    /// Returns the text in a form that a dataset can contain: at most `limit` UTF-16 units, without NUL.
    package func asDatasetText(limit: Int = 254) -> String {
        var units = Array(utf16.filter { $0 != 0 }.prefix(limit))
        if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        return String(decoding: units, as: UTF16.self)
    }
}
