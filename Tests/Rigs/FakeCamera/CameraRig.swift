package import CameraModel
import Exposure
package import HotShoeSupport

/// A camera with a fake driver and a virtual clock.
package struct CameraRig: Sendable {
    package let driver = FakeDriver()
    package let clock = VirtualClock()
    package let camera: Camera

    package init() {
        camera = Camera(Self.description, driver: driver, time: clock)
    }

    /// A rig whose camera is connected.
    package static func connected(_ change: (inout FakeDriver.Behaviour) -> Void = { _ in }) async throws(CameraError)
        -> CameraRig
    {
        let rig = CameraRig()
        rig.driver.behave(change)
        try await rig.camera.connect()
        return rig
    }

    package var host: CameraHost { driver.host }

    package func property(_ identifier: PropertyIdentifier) -> Property { camera.property(identifier) }

    /// Reports a changed property.
    package func show(_ state: PropertyState) { host.update([.property(state)]) }

    // MARK: The fake camera

    package static let description = CameraDescription(
        identifier: CameraIdentifier("fake-1"),
        family: .generic,
        transport: .inProcess,
        model: "F1"
    )
    package static let info = CameraInfo(manufacturer: "Fake", model: "F1", firmwareVersion: "1.0", serialNumber: "1")
    package static let allCategories: CommandCategories = [.stillsShooting, .fileAccess, .videoRecording]
    package static let storage = StorageInfo(identifier: .init(1), name: "Card 1", capacityBytes: 1000, freeBytes: 500)

    package static let apertures: [PropertyValue] = [.f2_8, .f4, .f5_6, .f8].map { PropertyValue(.aperture($0)) }
    package static let aperture = PropertyState(.aperture, value: apertures[2], settable: .enumeration(apertures))
    package static let temperature = PropertyState(
        .whiteBalanceTemperature,
        value: PropertyValue(.integer(5200)),
        settable: .numericRange(NumericRange(minimum: 2500, maximum: 10_000, step: 100)!)
    )
    package static let date = CameraDate(year: 2030, month: 1, day: 2)!
    package static let battery = PropertyState(.batteryLevel, value: PropertyValue(.batteryLevel(.half)))

    /// All updates that a driver sends while it connects: a camera with all capabilities, and all categories active.
    package static let everything: [CameraUpdate] = [
        .capabilities(CameraCapabilities(rawValue: (1 << 26) - 1)),
        .categories(active: allCategories, supported: [allCategories]),
        .property(aperture), .property(temperature), .property(battery),
        .storages([storage]),
    ]

    package static func item(
        _ number: UInt64,
        _ name: String = "IMG_0001.JPG",
        kind: ItemInfo.Kind = .image,
        size: UInt64? = nil
    ) -> ItemInfo {
        ItemInfo(handle: .init(number), storage: storage.identifier, parent: nil, name: name, kind: kind, size: size)
    }

    package static func offer(
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
