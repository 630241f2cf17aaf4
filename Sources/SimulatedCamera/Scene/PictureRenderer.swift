internal import ImageFormats

/// The files that one shot gives.
struct RenderedPicture: Sendable, Hashable {
    /// The picture: a JPEG with EXIF and thumbnail, or a DNG.
    let file: [UInt8]
    /// A reduced JPEG of it, as cameras send to whoever wants to see the shot at once.
    let preview: [UInt8]
    let previewSize: ImageSize
    /// The JPEG of 160×120 pixels that is embedded in the picture, black where its shape does not fill that.
    let thumbnail: [UInt8]
}

/// Takes a shot of the scene: a full picture as a file, with preview and thumbnail.
///
/// Single-owner. A picture is drawn and compressed strip by strip: besides the file it needs about 64 rows of pixels.
struct PictureRenderer: ~Copyable {
    private var scene = SceneRenderer()
    private var encoder: JPEGEncoder

    /// **Errors**: `.library` if there is no memory for an encoder.
    init() throws(ImageFormatError) {
        encoder = try JPEGEncoder()
    }

    /// The largest preview.
    static let previewLimit = ImageSize(width: 1620, height: 1080)
    /// The size of every thumbnail, as the EXIF standard asks.
    static let thumbnailSize = ImageSize(width: 160, height: 120)

    /// A shot as JPEG. The size of the picture is added to `metadata`.
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

    /// A shot as DNG.
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

    /// The preview of a picture of `size` alone, without taking the shot.
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
        // Two properties at once: the closure draws while the encoder encodes.
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
    /// The largest size of this shape that fits into `limit`, and not larger than this one; at least one pixel.
    func fitted(into limit: ImageSize) -> ImageSize {
        guard width > limit.width || height > limit.height, width > 0, height > 0 else { return self }
        let scale = min(Double(limit.width) / Double(width), Double(limit.height) / Double(height))
        return ImageSize(
            width: max(Int((Double(width) * scale).rounded()), 1),
            height: max(Int((Double(height) * scale).rounded()), 1)
        )
    }
}
