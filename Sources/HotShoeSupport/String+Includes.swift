extension String {
    /// Whether a text occurs in this one. The standard library's `contains(_: String)` brings the parser of regular expressions, 1.3 MB, into
    /// libhotshoe (docs/adr/0008).
    package func includes(_ text: String) -> Bool {
        let (own, sought) = (Array(utf8), Array(text.utf8))
        guard own.count >= sought.count else { return false }
        return (0...own.count - sought.count).contains { own[$0..<$0 + sought.count].elementsEqual(sought) }
    }
}
