package import CameraModel

extension PropertyValue {
    /// Creates a value that is only text. Its code is derived from the text (FNV-1a), so that equal texts have equal codes.
    package init(text: String) {
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        self.init(code: Int64(hash >> 1), label: text.isEmpty ? "–" : text)
    }
}
