import CameraModel
import HotShoeSupport
import ImageFormats

// Thumbnails and previews of files that this program has not made, which any client may have uploaded.

extension CameraSimulator {
    /// Maximum size in bytes of a file whose picture is decoded: more than any camera's JPEG has.
    private static let pictureLimit = 128 << 20

    /// Limits for the pictures on a card: those of cameras have one scan, so that they are decoded row by row.
    private static let limits: JPEGDecoder.Limits = {
        var limits = JPEGDecoder.Limits()
        limits.maximumScannedPixelCount = limits.maximumPixelCount
        limits.maximumCoefficientByteCount = 64 << 20
        return limits
    }()

    /// Runs work on a thread that decodes pictures, one at a time, so that files are read and sent meanwhile. Work whose caller
    /// is cancelled does not begin, and ends at the next call of `isWanted`.
    func onPictureReader<Value: Sendable>(
        _ body: @escaping @Sendable (CameraSimulator, _ isWanted: () -> Bool) throws(CameraError) -> Value
    ) async throws(CameraError) -> Value {
        let isCancelled = Guarded(false)
        return try await withTaskCancellationHandler {
            await pictureReader.perform { [self] () -> Result<Value, CameraError> in
                func isWanted() -> Bool { !isCancelled.withLock { $0 } }
                guard isWanted() else { return .failure(Self.unwanted) }
                do throws(CameraError) { return .success(try body(self, isWanted)) } catch { return .failure(error) }
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }.get()
    }

    private static var unwanted: CameraError { CameraError(.cancelled, "The picture is not wanted any more.") }

    func thumbnail(of item: ItemInfo, _ isWanted: () -> Bool) throws(CameraError) -> [UInt8] {
        if let thumbnail = files[item.handle]?.thumbnail { return thumbnail }
        guard item.kind == .image else { return try thumbnail(of: developed(item, "thumbnail"), isWanted) }
        let head = try head(of: item)
        if let embedded = try? JPEGSegments.embeddedThumbnail(in: head.span) { return embedded }
        return try reduced(item, to: ImageSize(width: 160, height: 120), isWanted)
    }

    func preview(of item: ItemInfo, _ isWanted: () -> Bool) throws(CameraError) -> [UInt8] {
        if let preview = files[item.handle]?.preview { return preview }
        guard item.kind == .image else { return try preview(of: developed(item, "preview"), isWanted) }
        return try reduced(item, to: PictureRenderer.previewLimit, isWanted)
    }

    /// The file whose picture stands for a RAW file: the developed one of the same exposure.
    private func developed(_ item: ItemInfo, _ what: String) throws(CameraError) -> ItemInfo {
        guard item.kind == .rawImage, let companion = item.companions.first, case let file = try load(companion), file.kind == .image
        else { throw CameraError(.noData, "The file has no \(what).") }
        return file
    }

    private func reduced(_ item: ItemInfo, to limit: ImageSize, _ isWanted: () -> Bool) throws(CameraError) -> [UInt8] {
        var reader = try files.open(item.handle)
        let jpeg = try reader.readAll(limit: Self.pictureLimit)
        guard isWanted() else { throw Self.unwanted }
        do throws(ImageFormatError) {
            var decoder = try JPEGDecoder(limits: Self.limits)
            let size = try decoder.header(of: jpeg.span).size
            let scale = JPEGScale(of: size, fitting: limit)
            let reduced = scale.apply(to: size)
            var pixels = [UInt8](repeating: 0, count: reduced.rgbByteCount ?? 0)
            var target = pixels.mutableSpan
            _ = try decoder.decode(jpeg.span, scale: scale, into: &target)
            var encoder = try JPEGEncoder()
            var buffer = [UInt8](repeating: 0, count: JPEGEncoder.maximumByteCount(size: reduced, subsampling: .yuv420) ?? 0)
            var output = buffer.mutableSpan
            let count = try encoder.encode(pixels.span, size: reduced, quality: 80, into: &output)
            return Array(buffer.prefix(count))
        } catch {
            throw CameraError(.noData, "The file has no readable picture: \(error.message).")
        }
    }
}
