import CameraModel
import Exposure
import HotShoeSupport

/// A camera with a fake driver and a virtual clock.
struct CameraRig: Sendable {
    let driver = FakeDriver()
    let clock = VirtualClock()
    let camera: Camera

    init() {
        camera = Camera(Self.description, driver: driver, time: clock)
    }

    /// A rig whose camera is connected.
    static func connected(_ change: (inout FakeDriver.Behaviour) -> Void = { _ in }) async throws(CameraError) -> CameraRig {
        let rig = CameraRig()
        rig.driver.behave(change)
        try await rig.camera.connect()
        return rig
    }

    var host: CameraHost { driver.host }

    func property(_ identifier: PropertyIdentifier) -> Property { camera.property(identifier) }

    /// Reports a changed property.
    func show(_ state: PropertyState) { host.update([.property(state)]) }

    // MARK: The fake camera

    static let description = CameraDescription(
        identifier: CameraIdentifier("fake-1"),
        family: .generic,
        transport: .inProcess,
        model: "F1"
    )
    static let info = CameraInfo(manufacturer: "Fake", model: "F1", firmwareVersion: "1.0", serialNumber: "1")
    static let allCategories: CommandCategories = [.stillsShooting, .fileAccess, .videoRecording]
    static let storage = StorageInfo(identifier: .init(1), name: "Card 1", capacityBytes: 1000, freeBytes: 500)

    static let apertures: [PropertyValue] = [.f2_8, .f4, .f5_6, .f8].map { PropertyValue(.aperture($0)) }
    static let aperture = PropertyState(.aperture, value: apertures[2], settable: .enumeration(apertures))
    static let temperature = PropertyState(
        .whiteBalanceTemperature,
        value: PropertyValue(.integer(5200)),
        settable: .numericRange(NumericRange(minimum: 2500, maximum: 10_000, step: 100)!)
    )
    static let date = CameraDate(year: 2030, month: 1, day: 2)!
    static let battery = PropertyState(.batteryLevel, value: PropertyValue(.batteryLevel(.half)))

    /// All updates that a driver sends while it connects: a camera with all capabilities, and all categories active.
    static let everything: [CameraUpdate] = [
        .capabilities(CameraCapabilities(rawValue: (1 << 26) - 1)),
        .categories(active: allCategories, supported: [allCategories]),
        .property(aperture), .property(temperature), .property(battery),
        .storages([storage]),
    ]

    static func item(
        _ number: UInt64,
        _ name: String = "IMG_0001.JPG",
        kind: ItemInfo.Kind = .image,
        size: UInt64? = nil
    ) -> ItemInfo {
        ItemInfo(handle: .init(number), storage: storage.identifier, parent: nil, name: name, kind: kind, size: size)
    }

    static func offer(
        _ number: UInt64,
        _ fileName: String = "IMG_0001.JPG",
        _ available: [(TransferOffer.Representation, String)] = [(.original, "JPG")],
        item: UInt64? = nil
    ) -> TransferOffer {
        TransferOffer(
            identifier: .init(number),
            fileName: fileName,
            created: nil,
            available: available.map { .init(representation: $0.0, predictedSize: nil, fileExtension: $0.1) },
            isOnlyCopy: false,
            mustBeExecuted: false,
            item: item.map { .init($0) }
        )
    }
}
