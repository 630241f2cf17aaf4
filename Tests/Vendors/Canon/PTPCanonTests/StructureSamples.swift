import PTP
import PTPCanon

/// A sample of every standalone structure, with the operations that tests apply to all of them.
struct StructureSample: Sendable, CustomStringConvertible {
    let description: String
    let bytes: [UInt8]
    /// Parses bytes as this structure and encodes the result.
    let rewrite: @Sendable ([UInt8]) throws(DatasetError) -> [UInt8]

    init<Content: Dataset>(_ description: String, _ content: Content) {
        self.description = description
        bytes = try! content.encoded()
        rewrite = { bytes throws(DatasetError) in try Content(bytes).encoded() }
    }

    static let all = [
        StructureSample("one file", ImageFormat(.jpeg(0))),
        StructureSample("two files", ImageFormat(.raw(0), .jpeg(0x10, compression: 2))),
        StructureSample("focus points", focusInfo),
        StructureSample("no focus points", FocusInfoEx()),
        StructureSample("device info", deviceInfo),
        StructureSample("an aperture", PropertyAssignment(.eosAperture, .integer(IntegerValue(0x2D, as: .uint16)!))),
        StructureSample("a compensation", PropertyAssignment(.eosExpCompensation, .integer(IntegerValue(0xFD, as: .uint8)!))),
        StructureSample("a shift", PropertyAssignment(.eosWhiteBalanceAdjustA, .integer(IntegerValue(-3, as: .int32)!))),
        StructureSample("an owner", PropertyAssignment(.eosOwner, .text("A. Example"))),
        StructureSample("an image format", PropertyAssignment(.eosImageFormat, .imageFormat(ImageFormat(.raw(0), .jpeg(0))))),
        StructureSample("custom functions", PropertyAssignment(.eosCustomFuncEx, .bytes([8, 0, 0, 0, 1, 2, 3]))),
        StructureSample("no text", PropertyAssignment(.eosArtist, .text(""))),
    ]

    static var focusInfo: FocusInfoEx {
        var info = FocusInfoEx()
        info.version = 1
        info.pointsInUse = 9
        (info.sensorWidth, info.sensorHeight) = (5568, 3712)
        (info.imageWidth, info.imageHeight) = (5472, 3648)
        for index in 0..<9 as Range<Int16> {
            let isSelected = index == 4 || index == 8
            info.points.append(
                .init(x: index * 300 - 1200, y: index % 3 * 400 - 400, width: 80, height: 90, isSelected: isSelected)
            )
        }
        return info
    }

    static var deviceInfo: DeviceInfoEx {
        var info = DeviceInfoEx(events: [.eosPropValueChanged, .eosAvailListChanged], properties: [.eosAperture, .eosOwner])
        info.propertyNumbers.append(0x1_D101)
        info.unexplained = [7]
        return info
    }
}
