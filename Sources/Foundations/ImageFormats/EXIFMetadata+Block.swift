extension EXIFMetadata {
    /// Reads the fields of a block.
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
        dateTimeOriginal = block.text(.dateTimeOriginal, in: .exif)
        subSecTimeOriginal = block.text(.subSecTimeOriginal, in: .exif)
        offsetTimeOriginal = block.text(.offsetTimeOriginal, in: .exif)
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

    /// A value of 65535 in the short field refers to the other field, if that is present.
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

    /// Writes the fields to a block.
    func write(to block: borrowing EXIFBlock) throws(ImageFormatError) {
        for field in imageFields { try block.add(field, in: .image) }
        for field in exposureFields { try block.add(field, in: .exif) }
    }
}

extension EXIFBlock {
    /// Returns a SHORT or LONG as one of the standard's named values; nil if it has no name.
    func enumeration<Value: RawRepresentable>(_ tag: EXIFTag, in directory: EXIFEntry.Directory) -> Value?
    where Value.RawValue == UInt16 {
        integer(tag, in: directory).flatMap(UInt16.init(exactly:)).flatMap(Value.init(rawValue:))
    }
}
