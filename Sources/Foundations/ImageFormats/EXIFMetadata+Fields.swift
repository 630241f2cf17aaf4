extension EXIFMetadata {
    /// The fields of the image directory, IFD0.
    var imageFields: [TIFFField] {
        [
            imageDescription.flatMap { .text(.imageDescription, $0) },
            make.flatMap { .text(.make, $0) },
            model.flatMap { .text(.model, $0) },
            orientation.map { .short(.orientation, $0.rawValue) },
            .rational(.xResolution, EXIFRational(72, 1)),
            .rational(.yResolution, EXIFRational(72, 1)),
            .short(.resolutionUnit, 2),
            software.flatMap { .text(.software, $0) },
            dateTimeOriginal.flatMap { .text(.dateTime, $0) },
            artist.flatMap { .text(.artist, $0) },
            .short(.yCbCrPositioning, 1),
            copyright.flatMap { .text(.copyright, $0) },
        ].compactMap(\.self)
    }

    /// The fields of the EXIF directory.
    var exposureFields: [TIFFField] {
        takingFields + timeFields + identityFields + formatFields
    }

    private var takingFields: [TIFFField] {
        var fields: [TIFFField?] = [
            exposureTime.map { .rational(.exposureTime, $0) },
            fNumber.map { .rational(.fNumber, $0) },
            exposureProgram.map { .short(.exposureProgram, $0.rawValue) },
            exposureBias.map { .signedRational(.exposureBias, $0) },
            meteringMode.map { .short(.meteringMode, $0.rawValue) },
            flash.map { .short(.flash, $0.rawValue) },
            focalLength.map { .rational(.focalLength, $0) },
            exposureProgram.map { .short(.exposureMode, $0 == .manual ? 1 : 0) },
            whiteBalance.map { .short(.whiteBalance, $0.rawValue) },
            .short(.sceneCaptureType, 0),
        ]
        if let isoSpeed {
            fields.append(.short(.photographicSensitivity, UInt16(clamping: isoSpeed)))
            // 2: the recommended exposure index is the value of both tags.
            fields.append(.short(.sensitivityType, 2))
            fields.append(.long(.recommendedExposureIndex, isoSpeed))
        }
        return fields.compactMap(\.self)
    }

    /// The same time is stored as that of the image, the original and the digitisation.
    private var timeFields: [TIFFField] {
        guard let dateTimeOriginal else { return [] }
        var fields: [TIFFField?] = [.text(.dateTimeOriginal, dateTimeOriginal), .text(.dateTimeDigitized, dateTimeOriginal)]
        if let offset = offsetTimeOriginal {
            fields += [.text(.offsetTime, offset), .text(.offsetTimeOriginal, offset), .text(.offsetTimeDigitized, offset)]
        }
        if let fraction = subSecTimeOriginal {
            fields += [.text(.subSecTime, fraction), .text(.subSecTimeOriginal, fraction), .text(.subSecTimeDigitized, fraction)]
        }
        return fields.compactMap(\.self)
    }

    private var identityFields: [TIFFField] {
        [
            bodySerialNumber.flatMap { .text(.bodySerialNumber, $0) },
            lensModel.flatMap { .text(.lensModel, $0) },
        ].compactMap(\.self)
    }

    /// The fields that the standard requires: version 2.31, YCbCr, sRGB, and the size.
    private var formatFields: [TIFFField] {
        [
            .bytes(EXIFTag.exifVersion.rawValue, Array("0231".utf8), .undefined),
            .bytes(EXIFTag.componentsConfiguration.rawValue, [1, 2, 3, 0], .undefined),
            .bytes(EXIFTag.flashpixVersion.rawValue, Array("0100".utf8), .undefined),
            .short(.colorSpace, 1),
            pixelSize.flatMap { UInt32(exactly: $0.width) }.map { .long(.pixelXDimension, $0) },
            pixelSize.flatMap { UInt32(exactly: $0.height) }.map { .long(.pixelYDimension, $0) },
        ].compactMap(\.self)
    }
}

extension TIFFField {
    static func text(_ tag: EXIFTag, _ text: String) -> TIFFField? { .text(tag.rawValue, text) }
    static func short(_ tag: EXIFTag, _ value: UInt16) -> TIFFField { .shorts(tag.rawValue, [value]) }
    static func long(_ tag: EXIFTag, _ value: UInt32) -> TIFFField { .longs(tag.rawValue, [value]) }
    static func rational(_ tag: EXIFTag, _ value: EXIFRational) -> TIFFField { .rationals(tag.rawValue, [value]) }
    static func signedRational(_ tag: EXIFTag, _ value: EXIFSignedRational) -> TIFFField {
        .signedRationals(tag.rawValue, [value])
    }
}
