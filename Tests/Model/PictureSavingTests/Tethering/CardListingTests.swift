import CameraModel
import FakeCamera
import Testing

@testable import PictureSaving

/// Listings of cards whose camera describes its objects at times only.
struct CardListingTests {
    @Test(arguments: [true, false]) func `a folder that was described before is listed without a description`(isKnown: Bool)
        async throws
    {
        let rig = try await CameraRig.connected { $0.folder = [CameraRig.item(10, "object 0x0000000A", kind: .other)] }
        let listing = CardListing(rig.camera)
        if isKnown { listing.store(CameraRig.item(10, "DCIM", kind: .folder)) }
        let files = try await listing.all()
        #expect(files.map(\.key.path) == (isKnown ? [] : ["/object 0x0000000A"]))
        #expect(rig.driver.count(of: .listFolder) == (isKnown ? 2 : 1))
    }
}
