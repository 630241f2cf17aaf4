import PTP
import PTPCanon

extension BodyMemory {
    /// Returns the stored value of a property; nil if it has never been set.
    func content(of code: DevicePropCode) -> PropertyContent? {
        guard let bytes = self[UInt32(code.rawValue)] else { return nil }
        let span = bytes.span
        var reader = unsafe DatasetReader(span.bytes)
        return try? PropertyContent(&reader, of: code)
    }

    func store(_ content: PropertyContent, of code: DevicePropCode) {
        var writer = DatasetWriter()
        guard (try? content.write(to: &writer)) != nil else { return }
        self[UInt32(code.rawValue)] = writer.bytes
    }
}
