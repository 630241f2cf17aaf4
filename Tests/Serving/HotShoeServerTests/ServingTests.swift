import HotShoe
@testable import HotShoeServer
import JSONText
import SimulatedCamera
import TestSupport
import Testing
import WebClient
import WebServer

@Suite struct ServingTests {
    @Test("The cameras, and one of them, are described as by the command line") func describes() async throws {
        try await withServer { port, _ in
            let client = try WebClient(port: port)
            let list = client.request("GET", "/api/v1/cameras")
            #expect(list.status == 200)
            #expect(list.fields["content-type"] == "application/json")
            #expect(try list.value.array?.first?["serialNumber"]?.string == "SIM-0001")
            let info = try client.request("GET", camera).value
            #expect(info["camera"]?["transport"]?.string == "in process")
            #expect(info["capabilities"]?.array?.contains(.string("live view")) == true)
            #expect(try client.request("GET", camera + "/state").value["connection"]?.string == "connected")
            // The identifier means the same as the serial number.
            let identifier = try #require(try list.value.array?.first?["identifier"]?.string)
            #expect(client.request("GET", "/api/v1/cameras/" + identifier).status == 200)
            #expect(try client.request("DELETE", camera + "/connection").value["connection"]?.string == "not connected")
            #expect(try client.request("PUT", camera + "/connection").value["connection"]?.string == "connected")
        }
    }

    @Test("A camera of a rig has its role, and another one none", arguments: ["left", nil]) func roles(_ role: String?)
        async throws
    {
        try await withServer({ $0.roles = [CameraIdentifier("simulated-SIM-0001"): role].compactMapValues(\.self) }) { port, _ in
            let client = try WebClient(port: port)
            #expect(try client.request("GET", "/api/v1/cameras").value.array?.first?["role"]?.string == role)
            #expect(try client.request("GET", camera).value["camera"]?["role"]?.string == role)
        }
    }

    @Test("Properties are listed with their values, and set one by one or together") func sets() async throws {
        try await withServer { port, _ in
            let client = try WebClient(port: port)
            let all = try #require(try client.request("GET", camera + "/properties").value.array)
            #expect(all.count > 10)
            let aperture = try client.request("GET", camera + "/properties/aperture").value
            #expect(aperture["settable"] == .bool(true))
            #expect(aperture["values"]?.array?.contains(.string("f/8")) == true)
            let set = client.request("PUT", camera + "/properties/aperture", json, body: "{\"value\":\"f/8\"}")
            #expect(set.status == 200)
            #expect(try set.value["value"]?.string == "f/8")
            #expect(try client.request("GET", camera + "/properties/aperture").value["value"]?.string == "f/8")
            let several = client.request(
                "PATCH",
                camera + "/properties",
                json,
                body: "{\"values\":{\"aperture\":\"f/4\",\"iso\":\"400\"},\"until\":\"accepted\"}"
            )
            #expect(try several.value.array?.map { $0["value"]?.string } == ["f/4", "ISO 400"])
        }
    }

    @Test(
        "A setting that is refused is a problem with the camera's code",
        arguments: [
            ("PUT", "/properties/aperture", "{\"value\":\"f/7.77\"}", 422, "invalidValue"),
            ("PUT", "/properties/shutter-speed", "{\"value\":\"1/60\"}", 409, "notAvailable"),
            ("PUT", "/properties/unknown", "{\"value\":\"1\"}", 404, "unknownProperty"),
            ("PUT", "/properties/aperture", "{}", 400, "missingMember"),
            ("PUT", "/properties/aperture", "{\"value\":5}", 400, "invalidMember"),
            ("PUT", "/properties/aperture", "{\"value\":\"f/8\",\"other\":1}", 400, "unknownMember"),
            ("PUT", "/properties/aperture", "{\"value\":\"f/8\",\"until\":\"later\"}", 400, "invalidMember"),
            ("PUT", "/properties/aperture", "{\"value\":", 400, "invalidBody"),
            ("PUT", "/properties/aperture", "[]", 400, "invalidBody"),
            ("PATCH", "/properties", "{\"values\":{\"aperture\":8}}", 400, "invalidMember"),
            ("POST", "/shoot", "{\"count\":1000}", 400, "invalidMember"),
            ("POST", "/shoot", "{\"count\":2,\"hold\":1}", 400, "invalidMember"),
            ("POST", "/focus/point", "{\"x\":2,\"y\":0}", 400, "invalidMember"),
        ]
    ) func refuses(method: String, path: String, body: String, status: Int, code: String) async throws {
        try await withServer { port, _ in
            let answer = try WebClient(port: port).request(method, camera + path, json, body: body)
            #expect(answer.status == status)
            #expect(answer.fields["content-type"] == "application/problem+json")
            #expect(try answer.code == code)
            #expect(try answer.value["status"]?.integer == Int64(status))
            #expect(try answer.value["detail"]?.string?.isEmpty == false)
            // With the reason that the property itself has.
            let isExplained = path == "/properties/shutter-speed"
            #expect(try isExplained == (answer.value["detail"]?.string == "In mode A the camera chooses the shutter speed."))
        }
    }

    @Test("Unknown paths, methods, cameras and parameters are problems") func unknown() async throws {
        try await withServer { port, _ in
            let client = try WebClient(port: port)
            #expect(try client.request("GET", "/nothing").code == "unknownPath")
            #expect(try client.request("GET", "/api/v2").code == "unknownPath")
            #expect(client.request("GET", "/api/v1").status == 200)
            #expect(try client.request("GET", "/api/v1/cameras/none").code == "unknownCamera")
            #expect(try client.request("GET", "/api/v1/cameras?x=1").code == "unknownParameter")
            let method = client.request("PUT", "/api/v1/cameras", json, body: "{}")
            #expect(method.status == 405)
            #expect(method.fields["allow"] == "GET, HEAD")
            #expect(client.request("OPTIONS", "/api/v1/cameras").status == 204)
            #expect(client.request("HEAD", "/api/v1/cameras").status == 200)
        }
    }

    @Test("Other hosts, origins and forms are refused before anything is done") func policy() async throws {
        try await withServer { port, simulator in
            let client = try WebClient(port: port)
            // A refusal ends its connection.
            #expect(try WebClient(port: port).request("GET", camera, ["Host": "evil.example"]).status == 421)
            #expect(try WebClient(port: port).request("GET", camera, ["Origin": "http://evil.example"]).status == 403)
            #expect(try WebClient(port: port).request("POST", camera + "/shoot", body: "{}").status == 403)
            #expect(
                try WebClient(port: port).request("POST", camera + "/shoot", ["Content-Type": "text/plain"], body: "{}").status
                    == 403
            )
            #expect(try client.request("GET", camera + "/state").value["connection"]?.string == "not connected")
        }
    }

    @Test("A token protects every path, and guesses end") func token() async throws {
        try await withServer {
            $0.token = "secret-token"
        } _: { port, _ in
            let refused = try WebClient(port: port).request("GET", "/api/v1/cameras")
            #expect(refused.status == 401)
            #expect(refused.fields["www-authenticate"] != nil)
            #expect(try WebClient(port: port).request("GET", "/nothing").status == 401)
            #expect(
                try WebClient(port: port).request("GET", "/api/v1/cameras", ["Authorization": "Bearer secret-token"]).status
                    == 200
            )
            for number in 0..<10 {
                let field = ["Authorization": "Bearer guess-\(number)"]
                let guess = try WebClient(port: port).request("GET", "/api/v1/cameras", field)
                #expect(guess.status == 401)
            }
            let blocked = try WebClient(port: port).request("GET", "/api/v1/cameras", ["Authorization": "Bearer secret-token"])
            #expect(blocked.status == 429)
            #expect(blocked.fields["retry-after"] == "60")
        }
    }

    @Test("A server that only reads changes nothing") func readOnly() async throws {
        try await withServer {
            $0.isReadOnly = true
        } _: { port, _ in
            let client = try WebClient(port: port)
            #expect(
                try WebClient(port: port).request("PUT", camera + "/properties/aperture", json, body: "{\"value\":\"f/8\"}").code
                    == "readOnly"
            )
            #expect(client.request("GET", camera + "/properties").status == 200)
        }
    }

    @Test("A picture is taken, listed, fetched in parts, shown small and deleted") func shoots() async throws {
        try await withServer { port, _ in
            let client = try WebClient(port: port)
            let shot = try #require(try client.request("POST", camera + "/shoot", json, body: "{\"count\":2}").value.array)
            #expect(shot.map { $0["picture"]?.integer } == [1, 2])
            let id = try #require(shot[0]["id"]?.string)
            let files = try #require(try client.request("GET", camera + "/files").value.array)
            let file = try #require(files.first { $0["id"]?.string == id })
            let size = try #require(file["size"]?.integer)
            let whole = client.request("GET", camera + "/files/" + id)
            #expect(whole.body.count == Int(size))
            #expect(whole.body.starts(with: [0xFF, 0xD8]))
            #expect(whole.fields["content-type"] == "image/jpeg")
            let part = client.request("GET", camera + "/files/" + id, ["Range": "bytes=10-19"])
            #expect(part.status == 206)
            #expect(part.body == Array(whole.body[10..<20]))
            #expect(part.fields["content-range"] == "bytes 10-19/\(size)")
            #expect(client.request("GET", camera + "/files/" + id, ["Range": "bytes=\(size)-"]).status == 416)
            #expect(client.request("GET", camera + "/files/" + id + "/thumbnail").body.starts(with: [0xFF, 0xD8]))
            #expect(client.request("DELETE", camera + "/files/" + id).status == 200)
            #expect(client.request("GET", camera + "/files/" + id).status == 404)
            #expect(client.request("GET", camera + "/files/x").status == 404)
            #expect(try client.request("GET", camera + "/files?limit=1").value.array?.count == 1)
        }
    }

    @Test("A bracket sets the compensation back") func brackets() async throws {
        try await withServer { port, _ in
            let client = try WebClient(port: port)
            let before = try client.request("GET", camera + "/properties/exposure-compensation").value["value"]
            let shots = client.request("POST", camera + "/shoot", json, body: "{\"bracket\":[\"-1\",\"0\",\"+1\"]}")
            #expect(try shots.value.array?.map { $0["picture"]?.integer } == [1, 2, 3])
            #expect(try client.request("GET", camera + "/properties/exposure-compensation").value["value"] == before)
            #expect(try client.request("POST", camera + "/shoot", json, body: "{\"bracket\":[\"99\"]}").code == "invalidValue")
        }
    }

    @Test("Focus and video") func focusAndVideo() async throws {
        try await withServer { port, _ in
            let client = try WebClient(port: port)
            #expect(try client.request("POST", camera + "/focus/auto", json, body: "{}").value["focused"] == .bool(true))
            let drive = client.request(
                "POST",
                camera + "/focus/drive",
                json,
                body: "{\"direction\":\"far\",\"amount\":\"small\"}"
            )
            #expect(try drive.value["steps"]?.integer == 1)
            #expect(client.request("POST", camera + "/focus/point", json, body: "{\"x\":0.5,\"y\":0.5}").status == 200)
            #expect(client.request("POST", camera + "/video/start", json, body: "{}").status == 200)
            #expect(try client.request("GET", camera + "/state").value["recording"] == .bool(true))
            #expect(client.request("POST", camera + "/video/stop", json, body: "{}").status == 200)
            #expect(try client.request("GET", camera + "/state").value["recording"] == .bool(false))
        }
    }

    @Test("Live view is parts, single frames and messages, each a whole JPEG") func liveView() async throws {
        try await withServer { port, _ in
            let parts = try WebClient(port: port)
            parts.send("GET \(camera)/live-view.mjpeg HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(parts.head().fields["content-type"] == "multipart/x-mixed-replace; boundary=hotshoe-frame")
            for _ in 0..<3 {
                #expect(parts.line() == "--hotshoe-frame")
                #expect(parts.line() == "Content-Type: image/jpeg")
                let length = try #require(parts.line()?.split(separator: " ").last.flatMap { Int($0) })
                #expect(parts.line() == "")
                let jpeg = parts.bytes(length)
                #expect(jpeg.starts(with: [0xFF, 0xD8]) && jpeg.suffix(2) == [0xFF, 0xD9])
                #expect(parts.line() == "")
            }
            let frame = try WebClient(port: port).request("GET", camera + "/live-view.jpg")
            #expect(frame.body.starts(with: [0xFF, 0xD8]))
            let messages = try WebClient(port: port)
            let handshake = [
                "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            ]
            #expect(messages.request("GET", camera + "/live-view", handshake).status == 101)
            var last = -1
            for _ in 0..<3 {
                let message = try #require(messages.frame()).payload
                #expect(message.starts(with: Array("HSF1".utf8)))
                let start = Int(message[4]) << 8 | Int(message[5])
                #expect(start == 48 + 12 * (Int(message[6]) << 8 | Int(message[7])))
                let number = message[8..<16].reduce(0) { $0 << 8 | Int($1) }
                #expect(number > last)
                last = number
                #expect(message[24..<28].elementsEqual([0, 96, 0, 64]))
                #expect(message[start...].starts(with: [0xFF, 0xD8]))
            }
            #expect(try WebClient(port: port).request("GET", camera + "/live-view").status == 426)
        }
    }

    @Test("Parts end with a delimiter when live view is stopped, so that a client knows a lost connection") func lastPart()
        async throws
    {
        var configuration = CameraSimulator.Configuration()
        configuration.speed = .instant
        let discovery = CameraDiscovery(
            clientName: "Tests",
            providers: [SimulatedCameraProvider([CameraSimulator(configuration)])]
        )
        discovery.start()
        let camera = try await discovery.first(timeout: waitLimit)
        try await camera.connect()
        let pieces = LiveViewPieces(camera, LiveViewOptions(), .part(hasHead: false))
        #expect(try await pieces.next()?.content != nil)
        await camera.stopLiveView()
        var last = try await pieces.next()
        while last?.content != nil { last = try await pieces.next() }
        #expect(last?.head == Array("--hotshoe-frame--\r\n".utf8))
        #expect(try await pieces.next() == nil)
        await camera.disconnect()
        discovery.stop()
    }

    @Test("Events are sent as they occur, and a reader continues where it was") func events() async throws {
        try await withServer { port, _ in
            let client = try WebClient(port: port)
            #expect(client.request("GET", camera).status == 200)
            let first = try ServedEvents(port: port)
            try first.event("found") { $0["serialNumber"]?.string == "SIM-0001" }
            for value in ["f/8", "f/4"] {
                #expect(
                    client.request("PUT", camera + "/properties/aperture", json, body: "{\"value\":\"\(value)\"}").status == 200
                )
            }
            let identifier = try first.event("property") { $0["value"]?.string == "f/8" }.id
            #expect(!identifier.isEmpty)
            // The second change is after it, and was made before this reader connected.
            try ServedEvents(port: port, after: identifier).event("property") { $0["value"]?.string == "f/4" }
            // An identifier of another run: the reader learns that it has missed an unknown number.
            #expect(try ServedEvents(port: port, after: "0-5").line() == "event: reset")
            // One that this run has not reached: no event would be after it for a long time.
            let run = try #require(identifier.split(separator: "-").first)
            #expect(try ServedEvents(port: port, after: "\(run)-99999").line() == "event: reset")
            let other = client.request("GET", "/api/v1/events?camera=NOPE")
            #expect(try other.code == "unknownCamera")
        }
    }

    @Test("An address for other computers has a token and a certificate by default") func publicAddress() async throws {
        let discovery = CameraDiscovery(clientName: "Tests", providers: [])
        var options = HotShoeServer.Options()
        options.host = "0.0.0.0"
        let server = try HotShoeServer(discovery, options)
        #expect(server.url.hasPrefix("https://"))
        #expect(server.token?.utf8.count == 32)
        #expect(server.fingerprint?.split(separator: ":").count == 32)
        await server.stop()
        options.token = "short"
        #expect(throws: HotShoeServer.StartError.self) { try HotShoeServer(discovery, options) }
    }
}
