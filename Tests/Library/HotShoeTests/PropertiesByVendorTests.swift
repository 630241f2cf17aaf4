import CameraModel
import Foundation
import DriverPTP
import PTPProperties
import PTPResponder
import SimulatedCamera
import Sockets
import TestSupport
import Testing

@testable import HotShoe

/// The page docs/properties-by-vendor.md, made from the drivers' tables and from what their simulated bodies offer.
/// `HOTSHOE_RECORD=1` writes it.
@Suite(.timeLimit(.minutes(5))) struct PropertiesByVendorTests {
    /// Knowledge of a driver about the properties of its cameras.
    private static let tables: [(vendor: String, bodies: [Personality], table: PropertyTable)] =
        [("standard", [.generic], StandardProperties.table)]
        + VendorDrivers.rows.compactMap(\.vendor).map { ($0.name, Personality.bodies(of: $0), $0.properties()) }

    /// How a property can be used.
    private struct Use: OptionSet {
        let rawValue: Int
        /// The driver has its values; no simulated body has the property.
        static let known = Use(rawValue: 1)
        static let read = Use(rawValue: 2)
        static let set = Use(rawValue: 4)
        static let stepped = Use(rawValue: 8)

        var text: String {
            if contains(.set) { return contains(.stepped) ? "set, step" : "set" }
            return contains(.read) ? "read" : contains(.known) ? "known" : "–"
        }
    }

    /// The uses of every property of the camera model by one vendor's bodies, in all exposure modes together.
    private static func uses(_ personality: Personality) async throws -> [PropertyIdentifier: Use] {
        var configuration = CameraSimulator.Configuration()
        configuration.speed = .instant
        configuration.pictureSize = PixelSize(width: 32, height: 16)
        let simulator = CameraSimulator(configuration)
        var serving = IPResponder.Configuration(addresses: [.loopback(port: 0)])
        serving.personality = personality
        let responder = IPResponder(camera: simulator.makeCamera(), configuration: serving)
        try responder.start()
        let port = try #require(responder.addresses.first?.port)
        let discovery = CameraDiscovery(clientName: "Tests", providers: [NetworkCameraProvider(clientName: "Tests")])
        let camera = try await discovery.camera(at: .network(host: "127.0.0.1", port: port))
        var uses: [PropertyIdentifier: Use] = [:]
        for mode in ["P", "A", "S", "M"] {
            simulator.turn(.exposureMode, to: mode)
            simulator.turn(.whiteBalance, to: "color temperature")
            try await camera.connect()
            // Some are reported only in live view, or after a picture.
            if camera.capabilities.contains(.liveView) { for try await _ in camera.liveView().prefix(1) {} }
            _ = try await camera.shoot()
            for identifier in PropertyIdentifier.known {
                let property = camera.property(identifier)
                var use = uses[identifier] ?? []
                if property.value != nil { use.insert(.read) }
                if property.settable.isSettable { use.insert(.set) }
                if !property.settable.values.isEmpty { use.insert(.stepped) }
                uses[identifier] = use
            }
            await camera.disconnect()
        }
        await responder.stop()
        return uses
    }

    private static func page() async throws -> String {
        var columns: [[PropertyIdentifier: Use]] = []
        for (_, bodies, table) in tables {
            var column: [PropertyIdentifier: Use] = [:]
            for identifier in PropertyIdentifier.known where table[identifier] != nil { column[identifier] = .known }
            for body in bodies { column.merge(try await uses(body)) { $0.union($1) } }
            columns.append(column)
        }
        let head = """
            # Properties by vendor

            Which properties of the camera model a camera has, by the driver that is used for it ([vendors](vendors.md)). Made from the
            drivers' tables, and from the simulated bodies through these drivers, by `PropertiesByVendorTests`.

            - **set, step**: its value is read, set to one of a list, and moved along that list. **set**: set within a range.
            - **read**: its value is read. Which settings can be set also depends on the camera, and on its exposure mode.
            - **known**: the driver knows the property and its values; no simulated body has it. A camera that has it shows it.
            - **–**: the driver does not know it. Every other property of a camera is available by its number.

            "standard" are the cameras of all vendors without a driver of their own, which have fewer of these properties than the
            simulated one.


            """
        let title = "| property | " + tables.map(\.vendor).joined(separator: " | ") + " |\n"
        let line = "| --- |" + tables.map { _ in " --- |" }.joined() + "\n"
        let rows = PropertyIdentifier.known.map { identifier in
            "| `\(identifier)` | " + columns.map { ($0[identifier] ?? []).text }.joined(separator: " | ") + " |\n"
        }
        return head + title + line + rows.joined()
    }

    @Test func `the page of properties by vendor is up to date`() async throws {
        let page = try await Self.page()
        let root = URL(filePath: #filePath).pathComponents.dropFirst().prefix { $0 != "Tests" }.joined(separator: "/")
        let path = "/\(root)/docs/properties-by-vendor.md"
        if ProcessInfo.processInfo.environment["HOTSHOE_RECORD"] != nil {
            try page.write(toFile: path, atomically: true, encoding: .utf8)
        }
        #expect(page == (try? String(contentsOfFile: path, encoding: .utf8)), "HOTSHOE_RECORD=1 writes it again")
    }
}
