internal import ImageFormats

/// The files of one shot.
struct RenderedPicture: Sendable, Hashable {
    /// The picture: a JPEG with EXIF and thumbnail, or a DNG.
    let file: [UInt8]
    /// A reduced JPEG for immediate display.
    let preview: [UInt8]
    let previewSize: ImageSize
    /// The JPEG of 160×120 pixels that is embedded in the picture, with black bars where the aspect ratios differ.
    let thumbnail: [UInt8]
}

/// Renders a shot of the scene: a full picture as a file, with preview and thumbnail.
///
/// Single-owner. A picture is drawn and compressed strip by strip: besides the file it needs about 64 rows of pixels.
struct PictureRenderer: ~Copyable {
    private var scene = SceneRenderer()
    private var encoder: JPEGEncoder

    /// Creates a renderer. **Errors**: `.library` if there is no memory for an encoder.
    init() throws(ImageFormatError) {
        encoder = try JPEGEncoder()
    }

    /// Maximum size of a preview.
    static let previewLimit = ImageSize(width: 1620, height: 1080)
    /// Size of a thumbnail according to the EXIF standard.
    static let thumbnailSize = ImageSize(width: 160, height: 120)

    /// Renders a shot as JPEG. Adds the size of the picture to `metadata`.
    mutating func jpeg(
        of view: SceneView,
        size: ImageSize,
        quality: Int = 92,
        subsampling: ChromaSubsampling = .yuv422,
        metadata: EXIFMetadata
    ) throws(ImageFormatError) -> RenderedPicture {
        let thumbnail = try thumbnail(of: view, size: size)
        let (preview, previewSize) = try preview(of: view, size: size)
        var metadata = metadata
        metadata.pixelSize = size
        let exif = try metadata.encoded(thumbnail: thumbnail)
        let file = try compress(view, size: size, quality: quality, subsampling: subsampling, exif: exif)
        return RenderedPicture(file: file, preview: preview, previewSize: previewSize, thumbnail: thumbnail)
    }

    /// Renders a shot as DNG.
    mutating func dng(of view: SceneView, size: ImageSize, metadata: EXIFMetadata) throws(ImageFormatError) -> RenderedPicture {
        let thumbnail = try thumbnail(of: view, size: size)
        let (preview, previewSize) = try preview(of: view, size: size)
        var encoder = DNGEncoder(size: size, metadata: metadata)
        encoder.metadata.pixelSize = size
        encoder.blackLevel = RawSensor.blackLevel
        encoder.whiteLevel = RawSensor.whiteLevel
        encoder.asShotNeutral = RawSensor.neutral(assuming: view.sanitized.whiteBalanceKelvin)
        encoder.colorMatrix = RawSensor.colorMatrix(fromXYZ: DNGEncoder.xyzToLinearRGB)
        encoder.preview = (preview, previewSize)
        let file = try encoder.encode { row, samples in
            scene.sampleRow(row, of: view, size: size, into: &samples)
        }
        return RenderedPicture(file: file, preview: preview, previewSize: previewSize, thumbnail: thumbnail)
    }

    /// Renders only the preview of a picture of `size`.
    mutating func preview(of view: SceneView, size: ImageSize) throws(ImageFormatError) -> (jpeg: [UInt8], size: ImageSize) {
        let reduced = size.fitted(into: Self.previewLimit)
        return (try compress(view, size: reduced, quality: 85, subsampling: .yuv420, exif: nil), reduced)
    }

    private mutating func compress(
        _ view: SceneView,
        size: ImageSize,
        quality: Int,
        subsampling: ChromaSubsampling,
        exif: [UInt8]?
    ) throws(ImageFormatError) -> [UInt8] {
        // Uses two properties at the same time: the closure draws while the encoder encodes.
        try encoder.encode(size: size, quality: quality, subsampling: subsampling, exif: exif) { first, pixels in
            scene.renderRows(of: view, size: size, first: first, into: &pixels)
        }
    }

    private mutating func thumbnail(of view: SceneView, size: ImageSize) throws(ImageFormatError) -> [UInt8] {
        let whole = Self.thumbnailSize
        let picture = size.fitted(into: whole)
        var drawn = [UInt8](repeating: 0, count: picture.width * picture.height * 3)
        var target = drawn.mutableSpan
        scene.render(view, size: picture, into: &target)
        var framed = [UInt8](repeating: 0, count: whole.width * whole.height * 3)
        let (left, top) = ((whole.width - picture.width) / 2, (whole.height - picture.height) / 2)
        for row in 0..<picture.height {
            let start = ((top + row) * whole.width + left) * 3
            framed.replaceSubrange(
                start..<start + picture.width * 3,
                with: drawn[row * picture.width * 3..<(row + 1) * picture.width * 3]
            )
        }
        return try encoder.encode(size: whole, quality: 80, subsampling: .yuv420) { first, pixels in
            for index in pixels.indices { pixels[index] = framed[first * whole.width * 3 + index] }
        }
    }
}

extension ImageSize {
    /// Returns the largest size with this aspect ratio that fits into `limit` and is not larger than this one; at least one
    /// pixel.
    func fitted(into limit: ImageSize) -> ImageSize {
        guard width > limit.width || height > limit.height, width > 0, height > 0 else { return self }
        let scale = min(Double(limit.width) / Double(width), Double(limit.height) / Double(height))
        return ImageSize(
            width: max(Int((Double(width) * scale).rounded()), 1),
            height: max(Int((Double(height) * scale).rounded()), 1)
        )
    }
}
