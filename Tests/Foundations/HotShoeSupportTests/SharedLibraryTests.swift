import HotShoeSupport
import Testing

@Suite struct SharedLibraryTests {
    @Test(
        "a bundled library has a name of its own",
        arguments: [
            ("libusb-1.0.so.0", "libusb-1.0-hotshoe.so.0"), ("libcurl-gnutls.so.4", "libcurl-gnutls-hotshoe.so.4"),
            ("libdns_sd.so", "libdns_sd-hotshoe.so"), ("a.library", "a.library"),
        ]
    )
    func bundledName(name: String, expected: String) {
        #expect(SharedLibrary.bundledName(of: name) == expected)
    }

    @Test("the first library that exists is loaded")
    func firstOfSeveral() throws {
        let expected = try unsafe SharedLibrary.load(["libc.so.6"])
        #expect(try unsafe SharedLibrary.load(["libhotshoe-no-such.so.1", "libc.so.6"]) == expected)
    }

    @Test("a missing library has the reason of its first name")
    func missing() {
        let error = #expect(throws: SharedLibrary.Missing.self) {
            _ = try unsafe SharedLibrary.load(["libhotshoe-no-such.so.1", "libhotshoe-nor-this.so.1"])
        }
        #expect(error?.reason.hasPrefix("libhotshoe-no-such.so.1: ") == true)
    }
}
