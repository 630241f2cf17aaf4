import CameraModel
import PTP
import PTPCanon
import SimulatedCamera
import Testing

@testable import PTPResponder

/// Pictures for the initiator, kept in the body's memory until they are transferred.
@Suite(.timeLimit(.minutes(5))) struct EOSTransferTests {
    private static func release(_ host: EOSHost) throws -> UInt32 {
        let result = try host.accept(.eosRemoteReleaseOn, [3, 1])[0]
        try host.accept(.eosRemoteReleaseOff, [3])
        return result
    }

    /// Takes a picture with as many attempts as necessary: the camera is busy for a time after each picture.
    private static func takePicture(_ host: EOSHost) throws -> TransferRecord {
        while try release(host) != 0 { _ = try host.reply() }
        return try host.transfers()[0]
    }

    @Test(arguments: EOSModeTests.bodies) func `a picture for the host is an object until its transfer is complete`(
        _ body: Personality
    )
        async throws
    {
        try await ServedCamera.eos(body) { served, host throws in
            try host.change(.eosCaptureDestination, to: 4)
            let transfer = try Self.takePicture(host)
            let handle = transfer.handle.rawValue
            #expect(transfer.name == "IMG_0001.JPG" && transfer.format == .exifJPEG)
            let info = try host.client.info(handle)
            #expect(
                info.filename == transfer.name && info.compressedSize == transfer.size && info.storage == .unspecified
            )
            let whole = try host.client.data(.getObject, [handle])
            #expect(UInt64(whole.count) == transfer.size && whole.starts(with: [0xFF, 0xD8]))
            for operation in [OperationCode.getPartialObject, .eosGetPartialObject] {
                #expect(try host.client.data(operation, [handle, 0, 100]) == Array(whole.prefix(100)))
                let rest = try host.client.run(operation, [handle, 100, 0xFFFF_FFFF])
                #expect(rest.data == Array(whole.dropFirst(100)) && rest.parameters == [UInt32(whole.count - 100)])
                #expect(try host.code(operation, [handle, UInt32(whole.count) + 1, 1]) == .invalidParameter)
            }
            #expect(try host.client.data(.eosGetObject, [handle]) == whole)
            #expect(try host.code(.getThumb, [handle]) == .noThumbnailPresent)
            try host.accept(.eosTransferComplete, [handle])
            for operation in [OperationCode.getObject, .getObjectInfo, .eosTransferComplete, .eosCancelTransfer] {
                #expect(try host.code(operation, [handle]) == .invalidObjectHandle)
            }
            #expect(try host.client.files().count == 2)
        }
    }

    @Test func `a newer body returns parts with 64-bit offsets, in both forms`() async throws {
        try await ServedCamera.eos { _, host throws in
            try host.change(.eosCaptureDestination, to: 4)
            let transfer = try Self.takePicture(host)
            #expect(transfer.form == .wide)
            let whole = try host.client.data(.eosGetObject64, [transfer.handle.rawValue])
            let piece = Array(whole[10..<30])
            #expect(try host.client.data(.eosGetPartialObject64, [transfer.handle.rawValue, 10, 20]) == piece)
            #expect(try host.client.data(.eosGetPartialObject64, [transfer.handle.rawValue, 10, 0, 20]) == piece)
            #expect(try host.code(.eosGetPartialObject64, [transfer.handle.rawValue, 0, 1, 20]) == .invalidParameter)
        }
    }

    @Test func `a full memory refuses releases until a transfer is complete`() async throws {
        try await ServedCamera.eos(.canonEOS80D) { _, host throws in
            try host.change(.eosCaptureDestination, to: 4)
            let files = try (0..<4).map { _ in try Self.takePicture(host) }
            for _ in 0..<3 { #expect(try Self.release(host) == 3) }
            #expect(try host.accept(.eosRemoteRelease) == [3])
            try host.accept(.eosTransferComplete, [files[2].handle.rawValue])
            let next = try Self.takePicture(host)
            #expect(next.name == "IMG_0005.JPG" && !files.map(\.handle).contains(next.handle))
            #expect(try Self.release(host) == 3)
            try host.accept(.eosResetTransfer)
            #expect(try host.code(.getObjectInfo, [next.handle.rawValue]) == .invalidObjectHandle)
            _ = try Self.takePicture(host)
        }
    }

    @Test func `RAW and JPEG are two files, and with both destinations also on the card`() async throws {
        try await ServedCamera.eos { _, host throws in
            try host.change(.eosCaptureDestination, to: 6)
            #expect(try host.set(.eosImageFormat, .imageFormat(ImageFormat(.raw(0), .jpeg(0)))) == .ok)
            _ = try host.records { $0 == .propertyChanged(.eosImageFormat, .imageFormat(ImageFormat(.raw(0), .jpeg(0)))) }
            #expect(try Self.release(host) == 0)
            var (added, transfers): (Set<String>, Set<String>) = ([], [])
            while added.count < 2 || transfers.count < 2 {
                for record in try host.records(until: { record in
                    switch record {
                    case .objectAdded, .transferRequested: true
                    default: false
                    }
                }) {
                    if case .objectAdded(let object) = record { added.insert(object.name) }
                    if case .transferRequested(let transfer) = record { transfers.insert(transfer.name) }
                }
            }
            #expect(added == ["IMG_0001.DNG", "IMG_0001.JPG"] && transfers == added)
        }
    }

    @Test func `the end of a session discards waiting pictures`() async throws {
        try await ServedCamera.eos { _, host throws in
            try host.change(.eosCaptureDestination, to: 4)
            let transfer = try Self.takePicture(host)
            try host.accept(.closeSession)
            try host.accept(.openSession, [2])
            #expect(try host.code(.getObjectInfo, [transfer.handle.rawValue]) == .invalidObjectHandle)
        }
    }
}
