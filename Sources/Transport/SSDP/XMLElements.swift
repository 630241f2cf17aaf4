internal import CExpat

/// Parses a document by libexpat, and collects its elements with text. **Single-owner.**
struct XMLElements {
    let elements: [DeviceDescription.Element]

    init(_ document: some Collection<UInt8>) throws(DeviceDescription.Failure) {
        let collector = Collector()
        guard let parser = unsafe XML_ParserCreate(nil) else { throw .malformed("out of memory", line: 0) }
        defer { unsafe XML_ParserFree(parser) }
        unsafe collector.install(in: parser)
        let bytes = Array(document)
        let status = unsafe bytes.withUnsafeBytes { memory in
            let text = unsafe memory.assumingMemoryBound(to: CChar.self).baseAddress
            return unsafe XML_Parse(parser, text, Int32(clamping: memory.count), 1)
        }
        if let failure = collector.failure { throw failure }
        if status != XML_STATUS_OK {
            let message = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map { unsafe String(cString: $0) } ?? "unknown error"
            throw .malformed(message, line: Int(clamping: unsafe XML_GetCurrentLineNumber(parser)))
        }
        elements = collector.elements
    }

    /// Receives the parser's calls.
    @safe
    private final class Collector {
        // SAFETY: the parser calls only while `XML_Parse` runs, on the same thread, when it and this object exist.
        static let depthLimit = 32
        static let textLimit = 1024
        static let elementLimit = 256

        var elements: [DeviceDescription.Element] = []
        var failure: DeviceDescription.Failure?
        private var path: [String] = []
        /// Text of the innermost element that has no children so far; nil after a child.
        private var text: [UInt8]?

        func install(in parser: XML_Parser) {
            unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
            unsafe XML_SetElementHandler(parser) { data, name, _ in
                unsafe Collector.of(data).began(String(cString: name!))
            } _: { data, _ in
                unsafe Collector.of(data).ended()
            }
            unsafe XML_SetCharacterDataHandler(parser) { data, bytes, count in
                unsafe Collector.of(data).received(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
            }
            unsafe XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
                unsafe Collector.of(data).failure = .declaresDocumentType
                unsafe Collector.stop(data)
            }
            // The parser is needed to stop it; the handlers receive only the user data.
            unsafe self.parser = parser
        }

        private var parser: XML_Parser?

        private static func of(_ data: UnsafeMutableRawPointer?) -> Collector {
            unsafe Unmanaged<Collector>.fromOpaque(data!).takeUnretainedValue()
        }

        private static func stop(_ data: UnsafeMutableRawPointer?) {
            if let parser = unsafe of(data).parser { unsafe XML_StopParser(parser, XML_Bool(XML_FALSE)) }
        }

        private func began(_ name: String) {
            if path.count == Self.depthLimit {
                failure = failure ?? .tooDeep
                if let parser = unsafe parser { unsafe XML_StopParser(parser, XML_Bool(XML_FALSE)) }
                return
            }
            path.append(name.split(separator: ":").last.map(String.init) ?? name)
            text = []
        }

        private func received(_ bytes: UnsafeRawBufferPointer) {
            guard let count = text?.count, count < Self.textLimit else { return }
            unsafe text?.append(contentsOf: bytes.prefix(Self.textLimit - count))
        }

        private func ended() {
            guard let name = path.popLast() else { return }
            defer { text = nil }
            guard let text, elements.count < Self.elementLimit else { return }
            let isBlank: (Character) -> Bool = \.isWhitespace
            var rest = Substring(String(decoding: text, as: UTF8.self)).drop(while: isBlank)
            while let last = rest.last, isBlank(last) { rest.removeLast() }
            if !rest.isEmpty { elements.append(DeviceDescription.Element(name: name, text: String(rest))) }
        }
    }
}
