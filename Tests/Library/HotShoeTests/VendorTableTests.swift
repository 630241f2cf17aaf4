import Foundation
import DriverPTP
import PTP
import PTPResponder
import PTPProperties
import Testing

@testable import HotShoe

/// The parts that are attached to the table of vendors, and the page about it.
@Suite struct VendorTableTests {
    private static let vendors = VendorDrivers.all.vendors.vendors

    @Test func `each vendor with an extension has a driver and all of its bodies, and no other has`() {
        let withDriver = VendorDrivers.rows.compactMap(\.vendor).map(\.name)
        #expect(withDriver.count == VendorDrivers.rows.count && withDriver == Self.vendors.filter(\.hasExtension).map(\.name))
        for vendor in Self.vendors { #expect(Personality.bodies(of: vendor).map(\.name) == vendor.bodies.map(\.name)) }
        #expect(Personality.all.count == 1 + Self.vendors.flatMap(\.bodies).count)
    }

    @Test func `a vendor with a driver has the folders of its name, and no other folder has a vendor`() throws {
        func folders(_ path: String) throws -> Set<String> {
            let entries = try FileManager.default.contentsOfDirectory(
                at: Self.root.appending(path: path),
                includingPropertiesForKeys: [.isDirectoryKey]
            )
            return Set(
                try entries.filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }.map(
                    \.lastPathComponent
                )
            )
        }
        let names = Set(VendorDrivers.rows.compactMap { $0.vendor?.name })
        for layer in ["Sources/Vendors", "Tests/Vendors"] {
            #expect(try folders(layer) == names.union(["Standard"]))
            for name in names {
                let suffix = layer.hasPrefix("Tests") ? "Tests" : ""
                #expect(try folders("\(layer)/\(name)").isSuperset(of: ["PTP\(name)\(suffix)", "Driver\(name)\(suffix)"]))
            }
        }
        #expect(try folders("Sources/Simulation/PTPResponder").isSuperset(of: names))
        #expect(try folders("Tests/Simulation/PTPResponderTests").isSuperset(of: names))
    }

    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

    /// A vendor's row in the page.
    private static func row(_ vendor: Vendor) -> String {
        func hexadecimal(_ number: some BinaryInteger, digits: Int) -> String {
            let text = String(number, radix: 16, uppercase: true)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        let usb = vendor.usb.map { hexadecimal($0.number, digits: 4) + ($0.isExamined ? "" : "*") }.joined(separator: ", ")
        let bodies = vendor.bodies.map { body in
            "`\(body.name)` (\(hexadecimal(body.usbProduct, digits: 4))\(body.support == vendor.support ? "" : ", \(body.support)"))"
        }.joined(separator: ", ")
        let ptp = vendor.ptp.map { "0x" + hexadecimal($0.rawValue, digits: 1) } ?? "–"
        let driver = vendor.hasExtension ? "`Driver\(vendor.name)`" : "standard"
        let support = vendor.hasExtension ? vendor.support : .layoutsFromDump
        return
            "| \(vendor.name) | `\(vendor.family)` | \(usb) | \(ptp) | \(driver) | \(bodies.isEmpty ? "–" : bodies) | \(support) |"
    }

    @Test(arguments: [
        ("RICOH IMAGING COMPANY, LTD.", true), ("Ricoh Company, Ltd.", true), ("GoPro", true), ("Canon Inc.", true),
        ("Sony", false),
        ("samsung", false), ("", false),
    ])
    func `a device of a camera maker is no phone and no media player`(_ manufacturer: String, _ isCamera: Bool) {
        let table = VendorDrivers.all.vendors
        #expect(table.makesCameras(manufacturer) == isCamera)
        #expect(table.makesCameras(usb: 0x2672) && table.makesCameras(usb: 0x05CA) && !table.makesCameras(usb: 0x054C))
    }

    @Test func `the page lists every vendor`() throws {
        let page = try String(contentsOf: Self.root.appending(path: "docs/vendors.md"), encoding: .utf8)
        for vendor in Self.vendors { #expect(page.contains(Self.row(vendor)), "missing: \(Self.row(vendor))") }
        // The header, the line below it, and a row for each vendor.
        let lines = page.split(separator: "\n").count { line in line.count { $0 == "|" } == 8 }
        #expect(lines == Self.vendors.count + 2)
    }
}
