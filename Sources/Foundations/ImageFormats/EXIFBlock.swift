internal import CLibEXIF

// SAFETY: both pointers are created in init, released in deinit and never leave the type; the value is noncopyable.
/// One EXIF block in libexif: the only type that accesses its pointers.
///
/// Single-owner. Reading a tag that is absent or malformed returns nil.
@safe
struct EXIFBlock: ~Copyable {
    private let data: UnsafeMutablePointer<ExifData>
    /// libexif frees memory with the allocator that it was created with, so memory for it must be allocated with the same.
    private let memory: OpaquePointer

    /// Creates a block without entries, little-endian.
    init() throws(ImageFormatError) {
        guard let memory = unsafe exif_mem_new_default() else { throw Self.outOfMemory }
        guard let data = unsafe exif_data_new_mem(memory) else {
            unsafe exif_mem_unref(memory)
            throw Self.outOfMemory
        }
        // Keeps tags that libexif does not know, and disables its automatic corrections.
        unsafe exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
        unsafe exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
        unsafe exif_data_set_byte_order(data, EXIF_BYTE_ORDER_INTEL)
        unsafe self.data = data
        unsafe self.memory = memory
    }

    /// Parses the block in `bytes`, which start with the signature.
    static func parsing(_ bytes: Span<UInt8>) throws(ImageFormatError) -> EXIFBlock {
        try checkHeader(bytes)
        let block = try EXIFBlock()
        unsafe bytes.withUnsafeBufferPointer { source in
            unsafe exif_data_load_data(block.data, source.baseAddress, UInt32(source.count))
        }
        guard block.entryCount > 0 else {
            throw ImageFormatError(.malformed, in: .exif, at: 14, "no entry can be read")
        }
        return block
    }

    deinit {
        unsafe exif_data_unref(data)
        unsafe exif_mem_unref(memory)
    }

    private static var outOfMemory: ImageFormatError {
        ImageFormatError(.library, in: .exif, "the block could not be created: out of memory")
    }

    /// Checks the header, as libexif reports no errors; the number of bytes, which libexif counts in 32 bits; and what libexif
    /// would copy.
    private static func checkHeader(_ bytes: Span<UInt8>) throws(ImageFormatError) {
        guard bytes.count <= JPEGSegments.maximumContentsByteCount else {
            throw ImageFormatError(.tooLarge, in: .exif, "the block has \(bytes.count) bytes, more than a segment can hold")
        }
        guard bytes.count >= 14 else {
            throw ImageFormatError(.truncated, in: .exif, at: bytes.count, "the block ends within its header")
        }
        for (index, byte) in EXIFMetadata.signature.enumerated() where bytes[index] != byte {
            throw ImageFormatError(.malformed, in: .exif, at: index, "the block does not begin with \"Exif\"")
        }
        let littleEndian = bytes[6] == 0x49 && bytes[7] == 0x49 && bytes[8] == 42 && bytes[9] == 0
        let bigEndian = bytes[6] == 0x4D && bytes[7] == 0x4D && bytes[8] == 0 && bytes[9] == 42
        guard littleEndian || bigEndian else {
            throw ImageFormatError(.malformed, in: .exif, at: 6, "there is no TIFF header behind the signature")
        }
        guard EXIFExtent(bytes).isAllowed else {
            throw ImageFormatError(.tooLarge, in: .exif, "the block's entries are larger than the block: they overlap")
        }
    }

    // MARK: Reading

    /// Returns the contents of a directory; libexif creates all of them with the block.
    private func content(_ directory: EXIFEntry.Directory) -> UnsafeMutablePointer<ExifContent>? {
        let directories = unsafe data.pointee.ifd
        return switch directory {
        case .image: unsafe directories.0
        case .thumbnail: unsafe directories.1
        case .exif: unsafe directories.2
        case .gps: unsafe directories.3
        case .interoperability: unsafe directories.4
        }
    }

    private var entryCount: Int {
        EXIFEntry.Directory.allCases.reduce(0) { count, directory in
            unsafe count + Int(content(directory)?.pointee.count ?? 0)
        }
    }

    /// Returns the bytes of an entry, in the block's byte order, with their format.
    private func value(_ tag: EXIFTag, in directory: EXIFEntry.Directory) -> (format: ExifFormat, bytes: [UInt8])? {
        guard let content = unsafe content(directory),
            let entry = unsafe exif_content_get_entry(content, ExifTag(rawValue: UInt32(tag.rawValue))),
            let start = unsafe entry.pointee.data
        else { return nil }
        return unsafe (entry.pointee.format, Array(UnsafeBufferPointer(start: start, count: Int(entry.pointee.size))))
    }

    private var isLittleEndian: Bool { unsafe exif_data_get_byte_order(data) == EXIF_BYTE_ORDER_INTEL }

    private func integer(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        let bigEndian = isLittleEndian ? Array(bytes.reversed()) : Array(bytes)
        return bigEndian.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Returns the value of a SHORT or LONG.
    func integer(_ tag: EXIFTag, in directory: EXIFEntry.Directory) -> UInt32? {
        guard let (format, bytes) = value(tag, in: directory) else { return nil }
        switch format {
        case EXIF_FORMAT_SHORT where bytes.count >= 2: return integer(bytes[0..<2])
        case EXIF_FORMAT_LONG where bytes.count >= 4: return integer(bytes[0..<4])
        default: return nil
        }
    }

    /// Returns the value of a RATIONAL.
    func rational(_ tag: EXIFTag, in directory: EXIFEntry.Directory) -> EXIFRational? {
        guard let (format, bytes) = value(tag, in: directory), format == EXIF_FORMAT_RATIONAL, bytes.count >= 8 else {
            return nil
        }
        return EXIFRational(integer(bytes[0..<4]), integer(bytes[4..<8]))
    }

    /// Returns the value of an SRATIONAL.
    func signedRational(_ tag: EXIFTag, in directory: EXIFEntry.Directory) -> EXIFSignedRational? {
        guard let (format, bytes) = value(tag, in: directory), format == EXIF_FORMAT_SRATIONAL, bytes.count >= 8 else {
            return nil
        }
        return EXIFSignedRational(Int32(bitPattern: integer(bytes[0..<4])), Int32(bitPattern: integer(bytes[4..<8])))
    }

    /// Returns an ASCII value up to its first NUL, without the trailing blanks that cameras use as padding; nil if nothing is
    /// left.
    func text(_ tag: EXIFTag, in directory: EXIFEntry.Directory) -> String? {
        guard let (format, bytes) = value(tag, in: directory), format == EXIF_FORMAT_ASCII else { return nil }
        var characters = bytes.prefix { $0 != 0 }
        while characters.last == UInt8(ascii: " ") { characters.removeLast() }
        return characters.isEmpty ? nil : String(decoding: characters, as: UTF8.self)
    }

    /// The embedded thumbnail.
    var thumbnail: [UInt8]? {
        guard let start = unsafe data.pointee.data, unsafe data.pointee.size > 0 else { return nil }
        return unsafe Array(UnsafeBufferPointer(start: start, count: Int(data.pointee.size)))
    }

    /// All entries of the block, as text.
    var entries: [EXIFEntry] {
        var result: [EXIFEntry] = []
        for directory in EXIFEntry.Directory.allCases {
            guard let content = unsafe content(directory), let list = unsafe content.pointee.entries else { continue }
            for index in 0..<Int(unsafe content.pointee.count) {
                guard let entry = unsafe list[index] else { continue }
                unsafe result.append(Self.describe(entry, in: directory))
            }
        }
        return result
    }

    private static func describe(_ entry: UnsafeMutablePointer<ExifEntry>, in directory: EXIFEntry.Directory) -> EXIFEntry {
        let tag = unsafe entry.pointee.tag
        let name = unsafe exif_tag_get_name_in_ifd(tag, ExifIfd(rawValue: UInt32(directory.rawValue)))
        var buffer = [CChar](repeating: 0, count: 1024)
        unsafe buffer.withUnsafeMutableBufferPointer { target in
            _ = unsafe exif_entry_get_value(entry, target.baseAddress, UInt32(target.count))
        }
        let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return EXIFEntry(
            directory: directory,
            tag: UInt16(truncatingIfNeeded: tag.rawValue),
            name: unsafe name.map { unsafe String(cString: $0) },
            text: text
        )
    }

    // MARK: Writing

    /// Adds a field to a directory.
    func add(_ field: TIFFField, in directory: EXIFEntry.Directory) throws(ImageFormatError) {
        guard field.bytes.count <= JPEGSegments.maximumContentsByteCount else {
            throw ImageFormatError(
                .tooLarge,
                in: .exif,
                "a field of \(field.bytes.count) bytes does not fit into an EXIF segment"
            )
        }
        guard let content = unsafe content(directory), let entry = unsafe exif_entry_new_mem(memory) else {
            throw Self.outOfMemory
        }
        // The directory takes its own reference; this one is released at the end.
        defer { unsafe exif_entry_unref(entry) }
        unsafe entry.pointee.tag = ExifTag(rawValue: UInt32(field.tag))
        // The numbers of the formats are those of the file.
        unsafe entry.pointee.format = ExifFormat(rawValue: UInt32(field.format.rawValue))
        unsafe entry.pointee.components = CUnsignedLong(field.count)
        unsafe entry.pointee.data = try copy(field.bytes)
        unsafe entry.pointee.size = UInt32(field.bytes.count)
        unsafe exif_content_add_entry(content, entry)
    }

    /// Embeds a thumbnail. libexif writes the tags with its position.
    func setThumbnail(_ jpeg: [UInt8]) throws(ImageFormatError) {
        guard !jpeg.isEmpty, jpeg.count <= JPEGSegments.maximumContentsByteCount else {
            throw ImageFormatError(.tooLarge, in: .exif, "a thumbnail of \(jpeg.count) bytes does not fit into an EXIF segment")
        }
        let resolution = EXIFRational(72, 1)
        for field: TIFFField in [
            .short(.compression, 6), .rational(.xResolution, resolution), .rational(.yResolution, resolution),
            .short(.resolutionUnit, 2),
        ] {
            try add(field, in: .thumbnail)
        }
        unsafe data.pointee.data = try copy(jpeg)
        unsafe data.pointee.size = UInt32(jpeg.count)
    }

    /// Returns the block as the contents of a segment.
    func saved() throws(ImageFormatError) -> [UInt8] {
        var start: UnsafeMutablePointer<UInt8>?
        var count: UInt32 = 0
        unsafe exif_data_save_data(data, &start, &count)
        guard let start = unsafe start, count > 0 else { throw Self.outOfMemory }
        defer { unsafe exif_mem_free(memory, start) }
        // libexif omits the thumbnail when the sum is too large, which must be reported as an error.
        let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
        guard bytes.count <= JPEGSegments.maximumContentsByteCount else {
            throw ImageFormatError(.tooLarge, in: .exif, "the block has \(bytes.count) bytes, more than a segment can hold")
        }
        return bytes
    }

    /// Copies bytes into memory that libexif may free.
    private func copy(_ bytes: [UInt8]) throws(ImageFormatError) -> UnsafeMutablePointer<UInt8> {
        guard let copy = unsafe exif_mem_alloc(memory, UInt32(bytes.count)) else { throw Self.outOfMemory }
        unsafe copy.copyMemory(from: bytes, byteCount: bytes.count)
        return unsafe copy.assumingMemoryBound(to: UInt8.self)
    }
}
