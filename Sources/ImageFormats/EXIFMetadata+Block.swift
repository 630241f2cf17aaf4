internal import CLibEXIF

extension EXIFMetadata {
    /// The fields of a block.
    init(_ block: borrowing EXIFBlock) {
        self.init()
        make = block.text(.make, in: .image)
        model = block.text(.model, in: .image)
        software = block.text(.software, in: .image)
        imageDescription = block.text(.imageDescription, in: .image)
        artist = block.text(.artist, in: .image)
        copyright = block.text(.copyright, in: .image)
        orientation = block.enumeration(.orientation, in: .image)
        bodySerialNumber = block.text(.bodySerialNumber, in: .exif)
        lensModel = block.text(.lensModel, in: .exif)
        dateTimeOriginal = Self.dateTime(block)
        exposureTime = block.rational(.exposureTime, in: .exif)
        fNumber = block.rational(.fNumber, in: .exif)
        isoSpeed = Self.isoSpeed(block)
        exposureBias = block.signedRational(.exposureBias, in: .exif)
        exposureProgram = block.enumeration(.exposureProgram, in: .exif)
        meteringMode = block.enumeration(.meteringMode, in: .exif)
        flash = block.enumeration(.flash, in: .exif)
        focalLength = block.rational(.focalLength, in: .exif)
        whiteBalance = block.enumeration(.whiteBalance, in: .exif)
        pixelSize = Self.pixelSize(block)
        entries = block.entries
    }

    private static func dateTime(_ block: borrowing EXIFBlock) -> EXIFDateTime? {
        guard let text = block.text(.dateTimeOriginal, in: .exif) else { return nil }
        return EXIFDateTime(
            dateTime: text,
            subsecond: block.text(.subSecTimeOriginal, in: .exif),
            offset: block.text(.offsetTimeOriginal, in: .exif)
        )
    }

    /// 65535 in the short field means "look elsewhere" as soon as there is an elsewhere.
    private static func isoSpeed(_ block: borrowing EXIFBlock) -> UInt32? {
        let short = block.integer(.photographicSensitivity, in: .exif)
        let index = block.integer(.recommendedExposureIndex, in: .exif)
        guard let short, short != 65_535 else { return index ?? short }
        return short
    }

    private static func pixelSize(_ block: borrowing EXIFBlock) -> ImageSize? {
        guard let width = block.integer(.pixelXDimension, in: .exif),
            let height = block.integer(.pixelYDimension, in: .exif)
        else { return nil }
        return ImageSize(width: Int(width), height: Int(height))
    }

    /// Puts the fields into a block, with what the standard wants to see beside them.
    func write(to block: borrowing EXIFBlock) throws(ImageFormatError) {
        try writePicture(to: block)
        try writeTime(to: block)
        try writeExposure(to: block)
        try writeConstants(to: block)
    }

    private func writePicture(to block: borrowing EXIFBlock) throws(ImageFormatError) {
        try block.add(.imageDescription, in: .image, imageDescription)
        try block.add(.make, in: .image, make)
        try block.add(.model, in: .image, model)
        try block.add(.orientation, in: .image, orientation?.rawValue)
        try block.add(.software, in: .image, software)
        try block.add(.artist, in: .image, artist)
        try block.add(.copyright, in: .image, copyright)
        try block.add(.bodySerialNumber, in: .exif, bodySerialNumber)
        try block.add(.lensModel, in: .exif, lensModel)
        if let pixelSize, let width = UInt32(exactly: pixelSize.width), let height = UInt32(exactly: pixelSize.height) {
            try block.add(.pixelXDimension, in: .exif, width)
            try block.add(.pixelYDimension, in: .exif, height)
        }
    }

    /// One moment stands three times: as the picture's, the original's and the digitisation's.
    private func writeTime(to block: borrowing EXIFBlock) throws(ImageFormatError) {
        guard let dateTimeOriginal else { return }
        guard dateTimeOriginal.isValid else {
            throw ImageFormatError(.invalidArgument, in: .exif, "\(dateTimeOriginal.dateTimeText) is not a date and time")
        }
        try block.add(.dateTime, in: .image, dateTimeOriginal.dateTimeText)
        for tag in [EXIFTag.dateTimeOriginal, .dateTimeDigitized] {
            try block.add(tag, in: .exif, dateTimeOriginal.dateTimeText)
        }
        for tag in [EXIFTag.offsetTime, .offsetTimeOriginal, .offsetTimeDigitized] {
            try block.add(tag, in: .exif, dateTimeOriginal.offsetText)
        }
        for tag in [EXIFTag.subSecTime, .subSecTimeOriginal, .subSecTimeDigitized] {
            try block.add(tag, in: .exif, dateTimeOriginal.subsecondText)
        }
    }

    private func writeExposure(to block: borrowing EXIFBlock) throws(ImageFormatError) {
        try block.add(.exposureTime, in: .exif, exposureTime)
        try block.add(.fNumber, in: .exif, fNumber)
        try block.add(.exposureProgram, in: .exif, exposureProgram?.rawValue)
        if let isoSpeed {
            try block.add(.photographicSensitivity, in: .exif, UInt16(clamping: isoSpeed))
            // 2: the recommended exposure index is the value of both tags.
            try block.add(.sensitivityType, in: .exif, 2 as UInt16)
            try block.add(.recommendedExposureIndex, in: .exif, isoSpeed)
        }
        try block.add(.exposureBias, in: .exif, exposureBias)
        try block.add(.meteringMode, in: .exif, meteringMode?.rawValue)
        try block.add(.flash, in: .exif, flash?.rawValue)
        try block.add(.focalLength, in: .exif, focalLength)
        try block.add(.exposureMode, in: .exif, exposureProgram.map { $0 == .manual ? 1 : 0 as UInt16 })
        try block.add(.whiteBalance, in: .exif, whiteBalance?.rawValue)
    }

    /// What a reader of the standard expects whatever the picture shows: sRGB, YCbCr, 72 dpi.
    private func writeConstants(to block: borrowing EXIFBlock) throws(ImageFormatError) {
        try block.add(.xResolution, in: .image, EXIFRational(72, 1))
        try block.add(.yResolution, in: .image, EXIFRational(72, 1))
        try block.add(.resolutionUnit, in: .image, 2 as UInt16)
        try block.add(.yCbCrPositioning, in: .image, 1 as UInt16)
        try block.add(.exifVersion, in: .exif, EXIF_FORMAT_UNDEFINED, count: 4, Array("0231".utf8))
        try block.add(.componentsConfiguration, in: .exif, EXIF_FORMAT_UNDEFINED, count: 4, [1, 2, 3, 0])
        try block.add(.flashpixVersion, in: .exif, EXIF_FORMAT_UNDEFINED, count: 4, Array("0100".utf8))
        try block.add(.colorSpace, in: .exif, 1 as UInt16)
        try block.add(.sceneCaptureType, in: .exif, 0 as UInt16)
    }
}

extension EXIFBlock {
    /// A SHORT or LONG as one of the standard's named values; nil if it has no name.
    func enumeration<Value: RawRepresentable>(_ tag: EXIFTag, in directory: EXIFEntry.Directory) -> Value?
    where Value.RawValue == UInt16 {
        integer(tag, in: directory).flatMap(UInt16.init(exactly:)).flatMap(Value.init(rawValue:))
    }

    // A field that is nil is not written.

    func add(_ tag: EXIFTag, in directory: EXIFEntry.Directory, _ value: UInt16?) throws(ImageFormatError) {
        guard let value else { return }
        try add(tag, in: directory, EXIF_FORMAT_SHORT, count: 1, value.littleEndianBytes)
    }

    func add(_ tag: EXIFTag, in directory: EXIFEntry.Directory, _ value: UInt32?) throws(ImageFormatError) {
        guard let value else { return }
        try add(tag, in: directory, EXIF_FORMAT_LONG, count: 1, value.littleEndianBytes)
    }

    func add(_ tag: EXIFTag, in directory: EXIFEntry.Directory, _ value: EXIFRational?) throws(ImageFormatError) {
        guard let value else { return }
        let bytes = value.numerator.littleEndianBytes + value.denominator.littleEndianBytes
        try add(tag, in: directory, EXIF_FORMAT_RATIONAL, count: 1, bytes)
    }

    func add(_ tag: EXIFTag, in directory: EXIFEntry.Directory, _ value: EXIFSignedRational?) throws(ImageFormatError) {
        guard let value else { return }
        let bytes = value.numerator.littleEndianBytes + value.denominator.littleEndianBytes
        try add(tag, in: directory, EXIF_FORMAT_SRATIONAL, count: 1, bytes)
    }

    /// Text ends at its first NUL, and an empty one is not written.
    func add(_ tag: EXIFTag, in directory: EXIFEntry.Directory, _ text: String?) throws(ImageFormatError) {
        guard let characters = text?.utf8.prefix(while: { $0 != 0 }), !characters.isEmpty else { return }
        guard characters.count < JPEGSegments.maximumContentsByteCount else {
            throw ImageFormatError(.tooLarge, in: .exif, "a text of \(characters.count) bytes does not fit into an EXIF segment")
        }
        try add(tag, in: directory, EXIF_FORMAT_ASCII, count: characters.count + 1, Array(characters) + [0])
    }
}

extension FixedWidthInteger {
    /// The bytes, the lowest first.
    var littleEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
    }
}
