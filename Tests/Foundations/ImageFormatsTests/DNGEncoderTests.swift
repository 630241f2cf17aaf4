@testable import ImageFormats
import Testing

@Suite struct DNGEncoderTests {
    let size = ImageSize(width: 7, height: 5)

    /// A raw file whose sample at (x, y) is 100 × y + x.
    private func file(preview: [UInt8]? = nil) throws -> [UInt8] {
        var encoder = DNGEncoder(size: size, metadata: fullMetadata())
        encoder.asShotNeutral = SIMD3(0.5, 1, 0.75)
        encoder.preview = preview.map { ($0, ImageSize(width: 16, height: 12)) }
        return try encoder.encode { row, samples in
            for column in samples.indices { samples[column] = UInt16(100 * row + column) }
        }
    }

    @Test("The file begins as a TIFF and identifies itself as a raw picture")
    func mainDirectory() throws {
        let file = try file()
        #expect(Array(file[..<8]) == [0x49, 0x49, 42, 0, 8, 0, 0, 0])
        let main = TinyTIFF(file, directoryAt: 8)
        #expect(main.integers(0x00FE) == [0])
        #expect(main.integers(0x0100) == [7] && main.integers(0x0101) == [5])
        #expect(main.integers(0x0102) == [12] && main.integers(0x0103) == [1] && main.integers(0x0106) == [32803])
        #expect(main.integers(0x828D) == [2, 2] && main.integers(0x828E) == [0, 1, 1, 2])
        #expect(main.integers(0xC612) == [1, 4, 0, 0])
        #expect(main.integers(0xC61A) == [256] && main.integers(0xC61D) == [4095])
        #expect(main.text(0x010F) == "HotShoe" && main.text(0xC614) == "HotShoe Simulated")
        #expect(main.integers(0x0112) == [6])
    }

    @Test("Colours are described by matrix and neutral")
    func colours() throws {
        let main = TinyTIFF(try file(), directoryAt: 8)
        #expect(main.fractions(0xC628) == [0.5, 1, 0.75])
        let matrix = main.fractions(0xC621)
        #expect(matrix.count == 9)
        #expect(zip(matrix, DNGEncoder.xyzToLinearRGB).allSatisfy { abs($0 - $1) < 1e-4 })
        #expect(main.integers(0xC65A) == [21])
    }

    @Test("The EXIF directory has the exposure")
    func exposure() throws {
        let file = try file()
        let exif = TinyTIFF(file, directoryAt: TinyTIFF(file, directoryAt: 8).integers(0x8769)[0])
        #expect(exif.fractions(0x829A) == [1.0 / 250] && exif.fractions(0x829D) == [2.8])
        #expect(exif.integers(0x8827) == [800])
        #expect(exif.fractions(0x9204) == [-2.0 / 3])
        #expect(exif.text(0x9003) == "2024:02:29 23:59:58" && exif.text(0x9011) == "-03:30")
    }

    @Test("Samples are packed in 12 bits, the highest first, each row from a byte of its own")
    func samples() throws {
        let file = try file()
        let main = TinyTIFF(file, directoryAt: 8)
        let start = main.integers(0x0111)[0]
        let rowBytes = (7 * 12 + 7) / 8
        #expect(main.integers(0x0117) == [rowBytes * 5])
        #expect(start % 2 == 0 && start + rowBytes * 5 == file.count)
        for y in 0..<5 {
            for x in 0..<7 {
                let bit = x * 12, byte = start + y * rowBytes + bit / 8
                let value =
                    bit % 8 == 0
                    ? Int(file[byte]) << 4 | Int(file[byte + 1]) >> 4 : Int(file[byte] & 15) << 8 | Int(file[byte + 1])
                #expect(value == 100 * y + x)
            }
        }
    }

    @Test("A sample above 12 bits is cut to the largest")
    func clamping() throws {
        let file = try DNGEncoder(size: ImageSize(width: 2, height: 2), metadata: EXIFMetadata()).encode { _, samples in
            for index in samples.indices { samples[index] = .max }
        }
        #expect(file.suffix(6).allSatisfy { $0 == 0xFF })
    }

    @Test("The preview stands in a directory of its own, whole", arguments: [0, 1])
    func preview(padding: Int) throws {
        // The raw data must start at an even offset also after an odd length.
        let jpeg = try TestPictures.jpeg(ImageSize(width: 16, height: 12)) + [UInt8](repeating: 0, count: padding)
        let file = try file(preview: jpeg)
        let main = TinyTIFF(file, directoryAt: 8)
        let preview = TinyTIFF(file, directoryAt: main.integers(0x014A)[0])
        #expect(preview.integers(0x00FE) == [1] && preview.integers(0x0103) == [7])
        let start = preview.integers(0x0111)[0]
        #expect(Array(file[start..<start + preview.integers(0x0117)[0]]) == jpeg)
        #expect(main.integers(0x0111)[0] % 2 == 0)
    }

    @Test("Directories are in the order of their tags")
    func order() throws {
        let file = try file()
        let tags = (0..<Int(file[8])).map { Int(file[10 + $0 * 12]) | Int(file[11 + $0 * 12]) << 8 }
        #expect(tags == tags.sorted() && Set(tags).count == tags.count)
    }

    @Test("A size that makes no sense is refused", arguments: [(0, 1), (1, 0), (-5, 5), (70_000, 1), (.max, .max)])
    func impossibleSizes(width: Int, height: Int) {
        let encoder = DNGEncoder(size: ImageSize(width: width, height: height), metadata: EXIFMetadata())
        #expect(refused { () throws(ImageFormatError) in _ = try encoder.encode { _, _ in } }?.code == .invalidArgument)
    }

    @Test("A file that TIFF cannot address is refused before it is built")
    func tooLarge() {
        let encoder = DNGEncoder(size: ImageSize(width: 65_535, height: 65_535), metadata: EXIFMetadata())
        #expect(refused { () throws(ImageFormatError) in _ = try encoder.encode { _, _ in } }?.code == .tooLarge)
    }

    @Test("Numbers without meaning are written as something that can be read")
    func hostileNumbers() throws {
        var encoder = DNGEncoder(size: size, metadata: EXIFMetadata())
        encoder.asShotNeutral = SIMD3(.nan, -1, .infinity)
        encoder.colorMatrix = [Double](repeating: .infinity, count: 9)
        #expect(throws: Never.self) { try encoder.encode { _, _ in } }
        encoder.colorMatrix = []
        #expect(refused { () throws(ImageFormatError) in _ = try encoder.encode { _, _ in } }?.code == .invalidArgument)
    }
}
