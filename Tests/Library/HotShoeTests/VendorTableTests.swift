import Foundation
import PTP
import PTPResponder
import PTPVendors
import Testing

@testable import HotShoe

/// The parts that are attached to the table of vendors, and the page about it.
@Suite struct VendorTableTests {
    @Test func `each vendor with an extension has a driver and all of its bodies, and no other has`() {
        for vendor in Vendor.all {
            #expect((VendorDrivers.byFamily[vendor.family] != nil) == vendor.hasExtension, "the driver of \(vendor.name)")
            #expect(Personality.bodies(of: vendor).map(\.name) == vendor.bodies.map(\.name))
        }
        #expect(VendorDrivers.dialects.count == VendorDrivers.byFamily.count)
        #expect(Personality.all.count == 1 + Vendor.all.flatMap(\.bodies).count)
    }

    /// A vendor's row in the page.
    private static func row(_ vendor: Vendor) -> String {
        func hexadecimal(_ number: some BinaryInteger, digits: Int) -> String {
            let text = String(number, radix: 16, uppercase: true)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        let usb = vendor.usb.map { hexadecimal($0.number, digits: 4) + ($0.isExamined ? "" : "*") }.joined(separator: ", ")
        let bodies = vendor.bodies.map { "`\($0.name)` (\(hexadecimal($0.usbProduct, digits: 4)))" }.joined(separator: ", ")
        let ptp = vendor.ptp.map { "0x" + hexadecimal($0.rawValue, digits: 1) } ?? "–"
        let driver = vendor.hasExtension ? "`Driver\(vendor.name)`" : "standard"
        return "| \(vendor.name) | `\(vendor.family)` | \(usb) | \(ptp) | \(driver) | \(bodies.isEmpty ? "–" : bodies) |"
    }

    @Test(arguments: [
        ("RICOH IMAGING COMPANY, LTD.", true), ("Ricoh Company, Ltd.", true), ("GoPro", true), ("Canon Inc.", true),
        ("Sony", false),
        ("samsung", false), ("", false),
    ])
    func `a device of a camera maker is no phone and no media player`(_ manufacturer: String, _ isCamera: Bool) {
        #expect(Vendor.makesCameras(manufacturer) == isCamera)
        #expect(Vendor.makesCameras(usb: 0x2672) && Vendor.makesCameras(usb: 0x05CA) && !Vendor.makesCameras(usb: 0x054C))
    }

    @Test func `the page lists every vendor`() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../../docs/vendors.md").standardized
        let page = try String(contentsOf: file, encoding: .utf8)
        for vendor in Vendor.all { #expect(page.contains(Self.row(vendor)), "missing: \(Self.row(vendor))") }
        // The header, the line below it, and a row for each vendor.
        let lines = page.split(separator: "\n").count { line in line.count { $0 == "|" } == 7 }
        #expect(lines == Vendor.all.count + 2)
    }
}
