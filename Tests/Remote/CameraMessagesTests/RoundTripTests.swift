import CameraMessages
import CameraModel
import Exposure
import JSONText
import SimulatedCamera
import Testing

/// The message that a line of a message restores.
private func restored(_ message: CameraMessage) throws -> CameraMessage? {
    let line = Array(message.line.utf8)
    #expect(line.last == UInt8(ascii: "\n") && line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    let content = Array(line.dropLast())
    return try CameraMessage(line: content.span)
}

/// Compares through the text of the cases, which has all of their values.
private func expectEqual(_ message: CameraMessage) throws {
    let other = try #require(try restored(message))
    #expect("\(message)" == "\(other)")
    #expect(message.json == other.json)
}

@Suite("Messages are restored exactly")
struct RoundTripTests {
    private static let date = CameraDate(
        year: 2026,
        month: 2,
        day: 28,
        hour: 23,
        minute: 59,
        second: 58,
        millisecond: 7,
        utcOffsetMinutes: -570
    )
    private static let item = ItemInfo(
        handle: .init(UInt64.max),
        storage: .init(UInt32.max),
        parent: .init(0),
        name: "é\"\\\u{1F600}\u{7}.JPG",
        kind: .rawImage,
        hasMetadata: true,
        size: UInt64(1) << 63,
        isProtected: true,
        created: date,
        rating: 5,
        pixelSize: PixelSize(width: 6000, height: 4000),
        companions: [.init(1), .init(UInt64(1) << 62)]
    )
    private static let plain = ItemInfo(handle: .init(1), storage: .init(0), parent: nil, name: "", kind: .folder)
    private static let offer = TransferOffer(
        identifier: .init(7),
        fileName: "A.CR3",
        created: nil,
        available: [
            .init(representation: .original, predictedSize: nil, fileExtension: "CR3"),
            .init(representation: .preview, predictedSize: 9, fileExtension: "JPG"),
        ],
        isOnlyCopy: true,
        mustBeExecuted: false,
        item: .init(3)
    )

    @Test(
        "updates",
        arguments: [
            CameraUpdate.capabilities([.liveView, .focusDriveEnd]), .capabilities([]),
            .categories(active: [.fileAccess], supported: [[], [.stillsShooting, .fileAccess], [.videoRecording]]),
            .focus(nil),
            .focus(
                FocusInfo(
                    space: PixelSize(width: 100, height: 50),
                    areas: [FocusArea(rect: Rect(x: 0.1, y: -2, width: 3, height: 1e-9), isActive: true, hasFocus: false)]
                )
            ),
            .autoExposure(nil), .autoExposure(AutoExposure(aperture: .f2_8, shutterSpeed: nil, isoSpeed: nil, isClipped: true)),
            .recording(.idle), .recording(RecordingState(isRecording: true, timer: .elapsed(seconds: 3))),
            .recording(RecordingState(isRecording: false, timer: .remaining(seconds: -1))),
            .storages([]),
            .storages([
                StorageInfo(
                    identifier: .init(65537),
                    name: "Card 1",
                    label: "X",
                    slot: 2,
                    capacityBytes: UInt64.max,
                    freeBytes: 0,
                    isWritable: false,
                    allowsDeletion: false,
                    hasInaccessibleImages: true,
                    catalogProgress: 0.25
                )
            ]),
            .itemAdded(item), .itemChanged(plain), .itemRemoved(.init(UInt64.max)),
            .itemUnreadable(UnreadableItem(handle: .init(2), name: nil, code: .timedOut, message: "late")),
            .transferOffered(offer), .transferWithdrawn(.init(UInt64.max)), .name("Studio"), .notice(""),
        ]
    )
    func updates(_ update: CameraUpdate) throws { try expectEqual(.update(update)) }

    @Test(
        "connections and their ends",
        arguments: [
            ConnectionState.notConnected(nil), .notConnected(.requested), .notConnected(.poweredOffByRequest),
            .notConnected(.cameraTurnedOff),
            .notConnected(.connectionLost), .notConnected(.batteryExhausted), .notConnected(.enteredSleep),
            .notConnected(.takenByAnotherClient),
            .notConnected(.protocolFailure), .notConnected(.connectFailed(.firmwareTooOld)), .connecting, .waitingForUser,
            .connected, .disconnecting,
        ]
    )
    func connections(_ state: ConnectionState) throws { try expectEqual(.connection(state)) }

    @Test(
        "ends of live view",
        arguments: [
            LiveViewEnd.stopped, .modeChanged, .batteryLow, .overheated, .disconnected(.enteredSleep),
            .disconnected(.connectFailed(.busy)), .failed(.batteryLow),
        ]
    )
    func ends(_ end: LiveViewEnd) throws { try expectEqual(.liveViewEnded(end)) }

    @Test(
        "requests to authenticate",
        arguments: [
            AuthenticationRequest.Kind.confirmOnCamera, .userNameAndPassword, .numericCode(digits: 6),
            .joinNetwork(name: "N", password: "P"),
        ]
    )
    func questions(_ kind: AuthenticationRequest.Kind) throws {
        for isRetry in [false, true] { try expectEqual(.question(.init(kind: kind, isRetry: isRetry))) }
        try expectEqual(.question(nil))
    }

    @Test("identity with warnings")
    func identity() throws {
        let warning = ConnectionWarning(kind: .clockNotSet, category: .fileAccess, message: "m")
        for support in [nil, SupportLevel.layoutsFromDump] {
            let info = CameraInfo(
                manufacturer: "M",
                model: "",
                firmwareVersion: "1",
                serialNumber: "7",
                kind: .mediaDevice,
                support: support
            )
            try expectEqual(.identity(.init(info: info, family: .canon, warnings: [warning])))
        }
        try expectEqual(.complete)
    }

    @Test("every property of a simulated camera, with all of its values")
    func properties() async throws {
        let camera = CameraSimulator(CameraSimulator.Configuration()).makeCamera()
        try await camera.connect()
        #expect(camera.knownProperties.count > 30)
        for identifier in camera.knownProperties {
            var state = camera.property(identifier).state
            state.pending = nil
            let message = CameraMessage.update(.property(state))
            guard case .update(.property(let other))? = try restored(message) else {
                Issue.record("\(identifier) is lost")
                continue
            }
            #expect(other == state)
        }
        await camera.disconnect()
    }

    @Test(
        "values of every kind",
        arguments: [
            PropertyValue(.isoSpeed(ISOSpeed("auto")!), code: .min, label: "Automatic"), PropertyValue(.boolean(true)),
            PropertyValue(.integer(.min), code: 0),
            PropertyValue(.zoom(ZoomLevel(factor: 10))), PropertyValue(code: -1, label: "x"), PropertyValue(text: ""),
            PropertyValue(text: "Ansel"),
            PropertyValue(
                .videoFormat(
                    VideoFormat(milliframesPerSecond: 29970, size: PixelSize(width: 1920, height: 1080), compression: .editing)
                )
            ),
            PropertyValue(.shutterSpeed(.bulb)), PropertyValue(.exposureCompensation(ExposureCompensation("-1 2/3")!)),
        ]
    )
    func values(_ value: PropertyValue) throws {
        let other = try #require(PropertyValue(value.json))
        #expect(other == value && other.text == value.text)
    }

    @Test(
        "ways of setting",
        arguments: [
            SettableValues.none, .enumeration([]), .stepping([PropertyValue(code: 1, label: "a")]), .text(maximumLength: 20),
            .numericRange(NumericRange(minimum: -5, maximum: 2500, step: 10)!),
        ]
    )
    func settable(_ values: SettableValues) throws { #expect(SettableValues(values.json) == values) }

    @Test("the result of a shot, and EXIF data")
    func shots() throws {
        let result = ShotResult(
            items: [Self.item, Self.plain],
            offers: [Self.offer],
            unreadable: [UnreadableItem(handle: .init(9), name: "B", code: .cardError, message: "")]
        )
        #expect(ShotResult(result.json) == result)
        var metadata = PictureMetadata()
        #expect(PictureMetadata(metadata.json) == metadata)
        (metadata.manufacturer, metadata.created, metadata.exposureTime, metadata.isoSpeed) = ("M", Self.date, 1 / 3, 100)
        (metadata.pixelSize, metadata.orientation) = (PixelSize(width: 1, height: 2), 8)
        metadata.entries = [.init(group: "EXIF", tag: 0x829A, name: "ExposureTime", value: "1/3 s")]
        #expect(PictureMetadata(metadata.json) == metadata)
    }

    @Test("descriptions of frames")
    func frames() throws {
        var info = LiveViewFrameInfo()
        (info.sequenceNumber, info.timestamp, info.size) = (
            .max, .nanoseconds(123_456_789_012), PixelSize(width: 960, height: 640)
        )
        (info.naturalSize, info.contentRect, info.space) = (info.size, Rect(info.size), info.size)
        info.imageRect = Rect(info.space)
        #expect(LiveViewFrameInfo(info.json) == info)
        (info.format, info.naturalSize, info.space) = (
            .rgb24, PixelSize(width: 960, height: 720), PixelSize(width: 6000, height: 4000)
        )
        (info.contentRect, info.imageRect) = (
            Rect(x: 0, y: 10, width: 960, height: 620), Rect(x: 100, y: 0, width: 5800, height: 4000)
        )
        (info.orientation, info.rollDegrees, info.pitchDegrees, info.isZoomed) = (.portraitLeft, 359.5, -90, true)
        (info.timeCode, info.zoomRect) = (
            TimeCode(hours: 1, minutes: 2, seconds: 3, frames: 4), Rect(x: 1, y: 2, width: 3, height: 4)
        )
        (info.minimumCropSize, info.focusAreas) = (
            PixelSize(width: 8, height: 8), [FocusArea(rect: Rect(info.size), isActive: false, hasFocus: true)]
        )
        #expect(LiveViewFrameInfo(info.json) == info)
        for description in [
            FrameRecordDescription.frame(info), .format(LiveViewFormat(size: info.size, rate: nil)), .ended(.overheated),
        ] {
            let bytes = Array(description.json.text(depth: 0).utf8)
            #expect(FrameRecordDescription(bytes.span) == description)
        }
        let head = FrameRecordHead(description: 300, histogram: 4096, picture: 70_000)
        #expect(FrameRecordHead(head.bytes) == head)
    }
}

@Suite("Lines that are no messages")
struct HostileLineTests {
    private func message(_ text: String) throws -> CameraMessage? {
        let bytes = Array(text.utf8)
        return try CameraMessage(line: bytes.span)
    }

    @Test("an empty line and a newer kind are ignored")
    func ignored() throws {
        #expect(try message("") == nil)
        #expect(try message(#"{"hologram": {"depth": 3}}"#) == nil)
    }

    @Test(
        "other lines are errors",
        arguments: [
            "x", "{}", "[]", "null", #"{"name": "a", "notice": "b"}"#, #"{"name": 3}"#, #"{"capabilities": "all"}"#,
            #"{"itemRemoved": -1}"#,
            #"{"itemRemoved": 1.5}"#, #"{"connection": {"state": "dreaming"}}"#, #"{"property": {"id": "none-such"}}"#,
            #"{"property": {"id": "iso", "value": {"common": ["isoSpeed", "fast"]}}}"#,
            #"{"property": {"id": "iso", "value": {}}}"#,
            #"{"property": {"id": "iso", "settable": {"types": 4}}}"#,
            #"{"property": {"id": "iso", "settable": {"types": 4, "range": [3, 1, 1]}}}"#,
            #"{"property": {"id": "iso", "settable": {"types": 4, "range": [-9223372036854775808, 9223372036854775807, 1]}}}"#,
            #"{"property": {"id": "iso", "settable": {"types": 999}}}"#, #"{"storages": [{"id": 4294967296, "name": "x"}]}"#,
            #"{"itemAdded": {"handle": 1, "storage": 1, "name": "a", "kind": "image", "rating": 6}}"#,
            #"{"itemAdded": {"handle": 1, "storage": 1, "name": "a", "kind": "image", "created": [2026, 2, 30, 0, 0, 0, 0]}}"#,
            #"{"focus": {"space": [-1, 5], "areas": []}}"#, #"{"focus": {"space": [99999999999, 5], "areas": []}}"#,
            #"{"identity": {"model": "x"}}"#, #"{"liveViewEnded": null}"#, #"{"question": {"kind": "riddle"}}"#,
        ]
    )
    func errors(_ line: String) { #expect(throws: CameraMessage.Malformed.self) { _ = try message(line) } }

    @Test("a line that is cut at any byte is an error or nothing")
    func cut() throws {
        let item = ItemInfo(handle: .init(1), storage: .init(2), parent: nil, name: "A.JPG", kind: .image, size: 5)
        let line = Array(CameraMessage.update(.itemAdded(item)).line.utf8.dropLast())
        for length in 1..<line.count {
            let part = Array(line.prefix(length))
            #expect(throws: CameraMessage.Malformed.self) { _ = try CameraMessage(line: part.span) }
        }
    }

    @Test("heads of records with impossible sizes are refused")
    func heads() {
        let valid = FrameRecordHead(description: 2, histogram: 0, picture: 3).bytes
        #expect(FrameRecordHead(valid) != nil)
        #expect(FrameRecordHead(Array(valid.dropLast())) == nil)
        #expect(FrameRecordHead([0] + valid.dropFirst()) == nil)
        for offset in [4, 8, 12] {
            var bytes = valid
            bytes[offset] = 0xFF
            #expect(FrameRecordHead(bytes) == nil)
        }
    }
}
