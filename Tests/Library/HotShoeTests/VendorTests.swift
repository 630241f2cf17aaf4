import CameraModel
import PTP
import PTPProperties
import Testing

@testable import HotShoe

/// The table of vendors: each name, family and number once, and searches by each.
@Suite struct VendorTests {
    private static let table = VendorDrivers.all.vendors

    @Test func `no name, family or number is listed twice`() {
        let all = Self.table.vendors
        #expect(Set(all.map(\.name)).count == all.count && Set(all.map(\.family)).count == all.count)
        let usb = all.flatMap(\.usb).map(\.number)
        #expect(Set(usb).count == usb.count && all.allSatisfy { !$0.usb.isEmpty })
        let ptp = all.compactMap(\.ptp)
        #expect(Set(ptp).count == ptp.count)
        let bodies = all.flatMap(\.bodies)
        #expect(Set(bodies.map(\.name)).count == bodies.count)
        let types = all.flatMap(\.services).map(\.type)
        #expect(Set(types).count == types.count)
        // Bodies of a vendor may have the same USB product ID, as Panasonic's have under remote control.
        for vendor in all { #expect(Set(vendor.bodies.map(\.model)).count == vendor.bodies.count) }
    }

    @Test func `families are those of the camera model where it has them`() {
        let families = Self.table.vendors.map(\.family)
        let named: [CameraFamily] = [.canon, .nikon, .sony, .fujifilm, .panasonic, .olympus]
        for family in named { #expect(families.contains(family)) }
        for vendor in Self.table.vendors { #expect(vendor.family.name == vendor.name.lowercased()) }
        for family in [CameraFamily.generic, .simulated] { #expect(!families.contains(family)) }
    }

    @Test func `a vendor is found by each of its numbers, and no other`() {
        for vendor in Self.table.vendors {
            for id in vendor.usb {
                #expect(Self.table.vendor(usb: id.number)?.name == vendor.name)
                #expect(Self.table.examinedUSB.contains(id.number) == id.isExamined)
            }
            if let ptp = vendor.ptp { #expect(Self.table.vendor(ptp)?.name == vendor.name) }
        }
        #expect(Self.table.vendor(usb: 0x0781) == nil && Self.table.vendor(usb: 0x1209) == nil)
        for number in [VendorExtension.none, .microsoft, .mtp, .samsung] { #expect(Self.table.vendor(number) == nil) }
    }

    @Test func `a body names its vendor and its model, and has a product id`() {
        for vendor in Self.table.vendors where vendor.hasExtension {
            for body in vendor.bodies {
                #expect(body.name.hasPrefix(vendor.family.name + "-") && !body.model.isEmpty)
                #expect(body.name.allSatisfy { $0 == "-" || $0.isNumber || $0.isLowercase })
                #expect(body.usbProduct != 0)
            }
        }
    }
}
