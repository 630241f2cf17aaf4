import Testing

@testable import CameraRigs

struct RigFileTests {
    @Test func `a file has cameras, lags and settings`() throws {
        let file = try RigFile(
            parsing: """
                # Three cameras.
                name = turntable\r

                [left]
                camera = EOS R5
                release-lag = 42 ms
                set aperture = f/8

                [ top 3 ]
                \tcamera=http://192.168.1.20:8080/SIM-0002
                release-lag = 0.5 s
                [all]
                set iso = 400
                set Picture Style = a = b
                """
        )
        #expect(file.name == "turntable")
        #expect(
            file.entries == [
                .init(role: "left", camera: "EOS R5", releaseLag: .milliseconds(42)),
                .init(role: "top 3", camera: "http://192.168.1.20:8080/SIM-0002", releaseLag: .milliseconds(500)),
            ]
        )
        #expect(
            file.settings == [
                .init(property: "iso", value: "400"), .init(property: "Picture Style", value: "a = b"),
                .init(role: "left", property: "aperture", value: "f/8"),
            ]
        )
    }

    @Test(
        arguments: [
            ("", "The file has no camera: add [ROLE] and `camera = …`."),
            ("[left]", "Line 1: [left] has no camera: add `camera = …`."),
            ("\n[left\ncamera = x", "Line 2: A section ends with ]."),
            ("[left]\ncamera = a\n[left]\ncamera = b", "Line 3: [left] occurs twice."),
            ("[left]\ncamera = a\ncamera = b", "Line 3: camera occurs twice."),
            ("[left]\ncamera", "Line 2: This is no KEY = VALUE, no [ROLE], and no comment."),
            ("[left]\ncamera =", "Line 2: \"camera\" has no value."),
            ("camera = a", "Line 1: Before the first section there is only `name = …`."),
            ("[all]\ncamera = a", "Line 2: [all] has only `set PROPERTY = VALUE`."),
            ("[left]\nlens = a", "Line 2: \"lens\" is unknown. There is camera, release-lag, and set PROPERTY."),
            ("[left]\nset = a", "Line 2: \"set\" is unknown. There is camera, release-lag, and set PROPERTY."),
            ("[left]\nrelease-lag = 11 s", "Line 2: release-lag is 0 to 10 s, such as `42 ms` or `0.042 s`."),
            ("[left]\nrelease-lag = -1 ms", "Line 2: release-lag is 0 to 10 s, such as `42 ms` or `0.042 s`."),
            ("[left]\nrelease-lag = 5", "Line 2: release-lag is 0 to 10 s, such as `42 ms` or `0.042 s`."),
            ("[left]\nrelease-lag = . s", "Line 2: release-lag is 0 to 10 s, such as `42 ms` or `0.042 s`."),
            ("[a/b]", "Line 1: \"a/b\" is no role: it has 1 to 64 printable characters without [ ] / and =."),
            ("[]", "Line 1: \"\" is no role: it has 1 to 64 printable characters without [ ] / and =."),
            ("[a\u{200B}]", "Line 1: \"a\u{200B}\" is no role: it has 1 to 64 printable characters without [ ] / and =."),
        ]
    ) func `an error names the line`(text: String, message: String) {
        let error = #expect(throws: RigError.self) { try RigFile(parsing: text) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message == message)
    }

    @Test func `sizes are limited`() {
        let many = (1...1001).map { "[\($0)]\ncamera = x\n" }.joined()
        #expect(throws: RigError.self) { try RigFile(parsing: many) }
        #expect(throws: RigError.self) { try RigFile(parsing: String(repeating: "#", count: 65_537)) }
        let most = (1...1000).map { "[\($0)]\ncamera = x\n" }.joined()
        #expect((try? RigFile(parsing: most))?.entries.count == 1000)
    }
}
