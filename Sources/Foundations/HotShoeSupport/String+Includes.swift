extension String {
    /// Returns whether this text contains another. The standard library's `contains(_: String)` would add the parser of regular
    /// expressions, 1.3 MB, to libhotshoe (docs/adr/0008).
    package func includes(_ text: String) -> Bool {
        let (own, sought) = (Array(utf8), Array(text.utf8))
        guard own.count >= sought.count else { return false }
        return (0...own.count - sought.count).contains { own[$0..<$0 + sought.count].elementsEqual(sought) }
    }
}
