import CameraModel
import HotShoeSupport
import PTP
import PTPFujifilm

// The files on the card of a body on a network, and its movies. All of it is observed behaviour that open-source programs rely on.

extension FujifilmBody {
    var isBrowsing: Bool { state.withLock { $0.network.isBrowsing } }

    /// Size to which files are reduced without 0xD227, in bytes.
    private static let previewLimit: UInt64 = 100_000

    /// Whether files are transferred as they are (0xD227).
    private var showsWholeFiles: Bool { memory[DevicePropCode.fujifilmWholeFiles.rawValue]?.first == 1 }

    /// The files of all cards. The body numbers them from 1 on.
    func galleryFiles(_ device: PTPDevice) async throws(Refusal) -> [ObjectHandle] {
        let all = try await device.objectHandles(OperationRequest(.getObjectHandles, .session, [StorageID.all.rawValue, 0, 0]))
        var files: [ObjectHandle] = []
        for handle in all where try await device.item(handle).kind != .folder { files.append(handle) }
        return files
    }

    /// The file with the number of a request.
    func galleryFile(_ request: OperationRequest, _ device: PTPDevice) async throws(Refusal) -> ObjectHandle {
        let (files, number) = (try await galleryFiles(device), Int(request.parameters[0]))
        guard (1...max(1, files.count)).contains(number), !files.isEmpty else { throw Refusal(.invalidObjectHandle) }
        return files[number - 1]
    }

    /// The request with another handle.
    func request(_ request: OperationRequest, for handle: ObjectHandle) -> OperationRequest {
        let parameters = request.parameters
        return OperationRequest(request.code, request.transaction, [handle.rawValue, parameters[1], parameters[2]])
    }

    /// GetObjectInfo (0x1008), in the form of networks.
    func galleryInfo(_ request: OperationRequest, _ device: PTPDevice) async throws(Refusal) -> Answer {
        let item = try await device.known(try await galleryFile(request, device))
        var info = ObjectInfo(
            storage: .fujifilmStill,
            format: device.personality.formats.format(of: item),
            filename: item.name.asDatasetText(),
            compressedSize: showsWholeFiles ? item.size ?? 0 : min(item.size ?? 0, Self.previewLimit)
        )
        info.imagePixelWidth = UInt32(clamping: item.pixelSize?.width ?? 0)
        info.imagePixelHeight = UInt32(clamping: item.pixelSize?.height ?? 0)
        info.captureDate = item.created.map(PTPDevice.text) ?? ""
        do throws(DatasetError) { return .data(try FujifilmObjectInfo.encoded(info)) } catch { throw Refusal(.generalError) }
    }

    /// A part of a file, of the reduced one without 0xD227.
    func galleryPiece(
        _ request: OperationRequest,
        _ device: PTPDevice,
        from offset: UInt64,
        count: UInt32
    ) async throws(Refusal) -> Answer {
        let file = self.request(request, for: try await galleryFile(request, device))
        var count = count
        if !showsWholeFiles {
            guard offset <= Self.previewLimit else { throw Refusal(.invalidParameter) }
            count = min(count, UInt32(Self.previewLimit - offset))
        }
        return try await device.partialObject(file, from: offset, count: count)
    }

    /// InitiateMovieCapture (0x9020) and TerminateMovieCapture (0x9021).
    func film(_ isOn: Bool) async throws(Refusal) -> Answer {
        try checkControlled()
        do throws(CameraError) {
            if isOn {
                try await camera.use(.videoRecording)
                try await camera.startRecording()
            } else {
                try await camera.stopRecording()
            }
        } catch { throw Refusal(error) }
        return .ok
    }
}
