import ImageFormats
import Testing

@testable import SimulatedCamera

extension SceneTests {
    @Suite struct Pictures {
        let size = ImageSize(width: 300, height: 200)

        private var metadata: EXIFMetadata {
            var metadata = EXIFMetadata()
            metadata.make = "HotShoe"
            metadata.model = "Simulated"
            metadata.exposureTime = EXIFRational(1, 60)
            metadata.fNumber = EXIFRational(28, 10)
            metadata.isoSpeed = 102_400
            metadata.exposureBias = EXIFSignedRational(2, 3)
            metadata.dateTimeOriginal = "2025:05:06 07:08:09"
            return metadata
        }

        private func decode(_ jpeg: [UInt8]) throws -> (size: ImageSize, pixels: [UInt8]) {
            var decoder = try JPEGDecoder()
            let size = try decoder.header(of: jpeg.span).size
            var pixels = [UInt8](repeating: 0, count: size.width * size.height * 3)
            var target = pixels.mutableSpan
            #expect(try decoder.decode(jpeg.span, into: &target).warning == nil)
            return (size, pixels)
        }

        @Test("The EXIF of a shot contains its exposure and size")
        func exif() throws {
            var renderer = try PictureRenderer()
            let picture = try renderer.jpeg(of: SceneView(time: 2), size: size, metadata: metadata)
            var read = try EXIFMetadata(jpeg: picture.file.span)
            read.entries = []
            var expected = metadata
            expected.pixelSize = size
            #expect(read == expected)
        }

        @Test("A shot shows the same as live view")
        func pixels() throws {
            var renderer = try PictureRenderer()
            let view = SceneView(time: 2)
            let decoded = try decode(try renderer.jpeg(of: view, size: size, quality: 95, metadata: metadata).file)
            let drawn = DrawnScene(view, width: 300, height: 200)
            let sum = zip(decoded.pixels, drawn.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            #expect(decoded.size == size)
            #expect(Double(sum) / Double(drawn.pixels.count) < 3)
        }

        @Test("The thumbnail is 160×120 with black bars, and embedded", arguments: [(300, 200), (200, 200), (320, 90), (50, 40)])
        func thumbnail(width: Int, height: Int) throws {
            var renderer = try PictureRenderer()
            let picture = try renderer.jpeg(
                of: SceneView(time: 2),
                size: ImageSize(width: width, height: height),
                metadata: metadata
            )
            #expect(try JPEGSegments.embeddedThumbnail(in: picture.file.span) == picture.thumbnail)
            let decoded = try decode(picture.thumbnail)
            #expect(decoded.size == ImageSize(width: 160, height: 120))
            #expect(decoded.pixels[0] < 8 && decoded.pixels[(60 * 160 + 80) * 3 + 1] > 40)
        }

        @Test(
            "The preview has the picture's shape and is no larger than its limit",
            arguments: [(300, 200, 300, 200), (3240, 2160, 1620, 1080), (2000, 4000, 540, 1080), (4000, 16, 1620, 6)]
        )
        func previewSize(width: Int, height: Int, expectedWidth: Int, expectedHeight: Int) {
            let fitted = ImageSize(width: width, height: height).fitted(into: PictureRenderer.previewLimit)
            #expect(fitted == ImageSize(width: expectedWidth, height: expectedHeight))
        }

        @Test("A shot that JPEG cannot hold is an error")
        func impossible() throws {
            var renderer = try PictureRenderer()
            #expect(throws: ImageFormatError.self) {
                try renderer.jpeg(of: SceneView(time: 0), size: ImageSize(width: 70_000, height: 2), metadata: metadata)
            }
            #expect(throws: ImageFormatError.self) {
                try renderer.dng(of: SceneView(time: 0), size: ImageSize(width: 0, height: 2), metadata: metadata)
            }
        }
    }

    @Suite struct RawPictures {
        /// The raw samples of a view.
        private func samples(_ view: SceneView, _ size: ImageSize = ImageSize(width: 240, height: 160)) -> [[UInt16]] {
            var renderer = SceneRenderer()
            return (0..<size.height).map { row in
                var line = [UInt16](repeating: 0, count: size.width)
                var target = line.mutableSpan
                renderer.sampleRow(row, of: view, size: size, into: &target)
                return line
            }
        }

        @Test("Samples are between black and white, and a stop more lowers none of them")
        func range() {
            let dark = samples(SceneView(time: 2, exposureStops: -1)), bright = samples(SceneView(time: 2))
            #expect(dark.joined().allSatisfy { (RawSensor.blackLevel...RawSensor.whiteLevel).contains($0) })
            #expect(zip(dark.joined(), bright.joined()).allSatisfy { $0 <= $1 })
            // The samples are linear: a stop is a factor of two.
            let sums = [dark, bright].map { $0[130].reduce(0.0) { $0 + Double($1 - RawSensor.blackLevel) } }
            #expect((1.9...2.1).contains(sums[1] / sums[0]))
        }

        @Test("White balance changes the file's metadata, not the sensor's samples")
        func whiteBalance() {
            #expect(samples(SceneView(time: 2, whiteBalanceKelvin: 3200)) == samples(SceneView(time: 2)))
            let warm = RawSensor.neutral(assuming: 3200), own = RawSensor.neutral(assuming: SceneLight.kelvin)
            #expect(warm.x / warm.z > own.x / own.z)
            #expect(own == RawSensor.response)
        }

        @Test("A grey patch has the ratios that the file calls neutral")
        func neutral() {
            let size = ImageSize(width: 480, height: 320)
            let picture = samples(SceneView(time: 2), size)
            let area = DrawnScene(SceneView(time: 2), width: 480, height: 320).area(DrawnScene.greyPatch)
            var sums = [0.0, 0, 0], counts = [0.0, 0, 0]
            for y in area.y {
                for x in area.x {
                    let channel = (y & 1) + (x & 1)
                    sums[channel] += Double(picture[y][x] - RawSensor.blackLevel)
                    counts[channel] += 1
                }
            }
            let (red, green, blue) = (sums[0] / counts[0], sums[1] / counts[1], sums[2] / counts[2])
            #expect(abs(red / green - RawSensor.response.x) < 0.03 && abs(blue / green - RawSensor.response.z) < 0.03)
        }

        @Test("A raw shot has the size of its samples, its preview and a header")
        func file() throws {
            var renderer = try PictureRenderer()
            let picture = try renderer.dng(
                of: SceneView(time: 2),
                size: ImageSize(width: 240, height: 160),
                metadata: EXIFMetadata()
            )
            let rest = picture.file.count - 240 * 160 * 3 / 2 - picture.preview.count
            #expect((200..<2000).contains(rest))
            #expect(Array(picture.file[..<4]) == [0x49, 0x49, 42, 0])
        }
    }
}
