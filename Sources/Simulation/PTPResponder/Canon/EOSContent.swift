import CameraModel
import PTP
import PTPCanon

typealias EOSPropertyTable = VendorPropertyTable<EOSBody>

extension PropertyContent: VendorContent {
    init?(number: Int64, of code: DevicePropCode) {
        guard case .integer(let type) = PropertyShape.of(code), let value = IntegerValue(number, as: type) else { return nil }
        self = .integer(value)
    }

    var number: Int64? { if case .integer(let value) = self { value.integer() } else { nil } }

    init?(stored bytes: [UInt8], of code: DevicePropCode) {
        let span = bytes.span
        var reader = unsafe DatasetReader(span.bytes)
        guard let content = try? PropertyContent(&reader, of: code) else { return nil }
        self = content
    }

    var stored: [UInt8]? {
        var writer = DatasetWriter()
        return (try? write(to: &writer)).map { writer.bytes }
    }
}

extension ValueMap<PropertyContent> {
    /// Image formats by the quality's label in lower case.
    static func imageFormats(_ formats: [String: ImageFormat]) -> ValueMap {
        .other { value in
            let format =
                formats[value.label.lowercased()] ?? (value.common == nil ? value.code : nil).flatMap { ImageFormat(code: $0) }
            return format.map { .imageFormat($0) }
        }
    }
}

extension OfferedValues {
    /// Creates the list of allowed values of a property, as stored in a record.
    init(_ contents: [PropertyContent], of code: DevicePropCode) {
        if PropertyShape.of(code) == .imageFormat {
            self = .imageFormats(contents.compactMap { if case .imageFormat(let format) = $0 { format } else { nil } })
        } else {
            self = .numbers(contents.compactMap { $0.number.map { UInt32(truncatingIfNeeded: $0) } })
        }
    }
}
