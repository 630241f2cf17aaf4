import HotShoe
import HotShoeServer
import HotShoeSupport
import JSONText
import ServedPages
import SimulatedCamera
import TestSupport
import Testing
import WebClient

@Suite(.timeLimit(.minutes(5))) struct WorkTests {
    @Test("A series continues without its client, one at a time, and is described until its end") func series() async throws {
        try await withServer { port, simulator in
            let client = try WebClient(port: port)
            #expect(client.request("GET", camera).status == 200)
            let events = try ServedEvents(port: port)
            let started = try WebClient(port: port).request(
                "POST",
                camera + "/series",
                json,
                body: "{\"count\":3,\"bracket\":[\"0\",\"+1\"]}"
            )
            #expect(started.status == 201)
            let location = try #require(started.fields["location"])
            let end = try events.event("series") { $0["state"]?.string != "running" }.event
            #expect(end["state"]?.string == "complete")
            #expect(end["taken"]?.integer == 3)
            let series = try client.request("GET", location).value
            #expect(series["pictures"]?.array?.map { $0["picture"]?.integer } == [1, 1, 2, 2, 3, 3])
            #expect(series["remaining"] == nil)
            #expect(try client.request("GET", camera + "/series").value.array?.count == 1)
            #expect(try client.request("GET", camera + "/series/99").code == "notFound")
            let unknown = client.request("POST", camera + "/series", json, body: "{\"count\":1,\"bracket\":[\"99\"]}")
            #expect(try unknown.code == "invalidValue")
        }
    }

    @Test("A series is stopped, and only then another begins") func stops() async throws {
        try await withServer { port, _ in
            let client = try WebClient(port: port)
            let first = client.request("POST", camera + "/series", json, body: "{\"count\":100,\"interval\":3600}")
            let location = try #require(first.fields["location"])
            #expect(try first.value["state"]?.string == "running")
            let second = client.request("POST", camera + "/series", json, body: "{\"count\":1}")
            #expect(try second.code == "seriesRunning")
            let stopped = try client.request("DELETE", location).value
            #expect(stopped["state"]?.string == "stopped")
            #expect(client.request("POST", camera + "/series", json, body: "{\"count\":1}").status == 201)
        }
    }

    @Test("A focus stack moves the lens between its pictures, and back") func focusStack() async throws {
        try await withServer { port, _ in
            let client = try WebClient(port: port)
            #expect(client.request("GET", camera).status == 200)
            let events = try ServedEvents(port: port)
            let started = client.request(
                "POST",
                camera + "/series",
                json,
                body: "{\"count\":3,\"focusSteps\":2,\"focusDirection\":\"near\"}"
            )
            #expect(started.status == 201)
            let end = try events.event("series") { $0["state"]?.string != "running" }.event
            #expect(end["state"]?.string == "complete")
            let series = try client.request("GET", #require(started.fields["location"])).value
            #expect(series["taken"]?.integer == 3)
            #expect(series["detail"] == nil, "\(series["detail"]?.string ?? "")")
        }
    }

    @Test("A series survives a camera that is unplugged, and counts what it missed") func survives() async throws {
        try await withServer { port, simulator in
            let client = try WebClient(port: port)
            #expect(client.request("GET", camera).status == 200)
            let events = try ServedEvents(port: port)
            let started = client.request("POST", camera + "/series", json, body: "{\"count\":10000,\"interval\":0.2}")
            let location = try #require(started.fields["location"])
            try events.event("series") { ($0["taken"]?.integer ?? 0) >= 1 }
            simulator.unplug()
            let taken = try events.event("series") { $0["detail"] != nil }.event["taken"]?.integer ?? 0
            simulator.plugIn()
            let later = try events.event("series") { ($0["taken"]?.integer ?? 0) > taken }.event
            #expect((later["missed"]?.integer ?? 0) >= 1)
            #expect(try client.request("DELETE", location).value["state"]?.string == "stopped")
        }
    }

    @Test("An interval of an attosecond is no defect") func shortInterval() async throws {
        try await withServer { port, simulator in
            let client = try WebClient(port: port)
            #expect(client.request("GET", camera).status == 200)
            let events = try ServedEvents(port: port)
            let started = client.request("POST", camera + "/series", json, body: "{\"count\":10000,\"interval\":1e-18}")
            try events.event("series") { ($0["taken"]?.integer ?? 0) >= 1 }
            simulator.unplug()
            try events.event("series") { $0["detail"] != nil }
            simulator.plugIn()
            try events.event("series") { $0["state"]?.string != "running" }
            #expect(try client.request("GET", #require(started.fields["location"])).value["state"]?.string == "complete")
        }
    }

    @Test("A series is seen and stopped while its camera is not there") func withoutCamera() async throws {
        try await withServer { port, simulator in
            let client = try WebClient(port: port)
            let started = client.request("POST", camera + "/series", json, body: "{\"count\":100,\"interval\":3600}")
            let location = try #require(started.fields["location"])
            let events = try ServedEvents(port: port)
            simulator.unplug()
            try events.event("lost")
            #expect(client.request("GET", camera).status == 404)
            #expect(try client.request("GET", camera + "/series").value.array?.count == 1)
            #expect(try client.request("DELETE", location).value["state"]?.string == "stopped")
            simulator.plugIn()
        }
    }

    @Test("A camera that is busy with another client's picture makes that of a series late") func busy() async throws {
        try await withServer { port, _ in
            let client = try WebClient(port: port)
            #expect(client.request("PUT", camera + "/shutter", json, body: "{\"limit\":60}").status == 200)
            let events = try ServedEvents(port: port)
            let started = client.request("POST", camera + "/series", json, body: "{\"count\":2}")
            #expect(client.request("DELETE", camera + "/connection").status == 409)
            #expect(client.request("DELETE", camera + "/shutter").status == 200)
            try events.event("series") { $0["state"]?.string != "running" }
            let series = try client.request("GET", #require(started.fields["location"])).value
            #expect(series["state"]?.string == "complete")
            #expect(series["taken"]?.integer == 2)
        }
    }

    @Test("A series that waits for a busy camera is stopped") func stopsWhileBusy() async throws {
        try await withServer { port, _ in
            let client = try WebClient(port: port)
            #expect(client.request("PUT", camera + "/shutter", json, body: "{\"limit\":3600}").status == 200)
            let started = client.request("POST", camera + "/series", json, body: "{\"count\":2}")
            let stopped = try client.request("DELETE", #require(started.fields["location"])).value
            #expect(stopped["state"]?.string == "stopped")
            #expect(stopped["taken"]?.integer == 0)
        }
    }

    @Test("A focus stack tries a picture without focus again") func stackTriesAgain() async throws {
        try await withServer(
            simulator: { $0.faults = [SimulatedFault("focus-fails*1")].compactMap(\.self) }
        ) { port, _ in
            let client = try WebClient(port: port)
            #expect(client.request("GET", camera).status == 200)
            let events = try ServedEvents(port: port)
            let body = "{\"count\":3,\"focusSteps\":1,\"autofocus\":true}"
            let started = client.request("POST", camera + "/series", json, body: body)
            try events.event("series") { $0["state"]?.string != "running" }
            let series = try client.request("GET", #require(started.fields["location"])).value
            #expect(series["state"]?.string == "complete")
            #expect(series["taken"]?.integer == 3)
            #expect(series["missed"]?.integer == 0)
        }
    }

    @Test("A picture without focus is missed, and the series continues") func noFocus() async throws {
        try await withServer(
            simulator: { $0.faults = [SimulatedFault("focus-fails*1")].compactMap(\.self) }
        ) { port, _ in
            let client = try WebClient(port: port)
            #expect(client.request("GET", camera).status == 200)
            let events = try ServedEvents(port: port)
            let started = client.request("POST", camera + "/series", json, body: "{\"count\":3}")
            try events.event("series") { $0["state"]?.string != "running" }
            let series = try client.request("GET", #require(started.fields["location"])).value
            #expect(series["state"]?.string == "complete")
            #expect(series["taken"]?.integer == 2)
            #expect(series["missed"]?.integer == 1)
        }
    }

    @Test("An error names the pictures that were taken before it") func takenBefore() async throws {
        // Not at an instant: 100 pictures take longer than it takes to fill the card.
        try await withServer(
            simulator: { $0.speed = .fast }
        ) { port, simulator in
            let client = try WebClient(port: port)
            #expect(client.request("GET", camera).status == 200)
            let events = try ServedEvents(port: port)
            let shooting = try WebClient(port: port)
            shooting.send(
                "POST \(camera)/shoot HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{\"count\":100}"
            )
            let name = try #require(try events.event("item-added").event["subject"]?.string)
            simulator.inject(try #require(SimulatedFault("card-full")))
            let answer = shooting.answer()
            #expect(try answer.code == "storageFull")
            #expect(try answer.value["detail"]?.string?.split(separator: " Taken before: \(name)").count == 2)
        }
    }

    @Test("Disconnecting ends what holds a button") func disconnectEndsHolding() async throws {
        try await withServer { port, _ in
            let client = try WebClient(port: port)
            #expect(client.request("PUT", camera + "/half-press", json, body: "{}").status == 200)
            #expect(client.request("DELETE", camera + "/connection").status == 200)
            let events = try ServedEvents(port: port)
            #expect(client.request("PUT", camera + "/half-press", json, body: "{}").status == 200)
            // It has focused again.
            try events.event("focus") { $0["text"]?.string?.hasPrefix("found in none") == false && $0["text"]?.string != "none" }
        }
    }

    @Test("Half a press is held until it is released") func halfPress() async throws {
        try await withServer { port, simulator in
            let client = try WebClient(port: port)
            let pressed = client.request("PUT", camera + "/half-press", json, body: "{}")
            #expect(try pressed.value["focused"] == .bool(true))
            // Again, as a browser does while the button is held.
            #expect(client.request("PUT", camera + "/half-press", json, body: "{}").status == 200)
            #expect(try client.request("DELETE", camera + "/half-press").value["held"] == .bool(false))
        }
    }

    @Test("Extending presses nothing that is not held", arguments: ["half-press", "shutter"]) func extending(
        _ button: String
    ) async throws {
        try await withServer { port, _ in
            let client = try WebClient(port: port)
            let (path, again) = (camera + "/" + button, "{\"extend\":true}")
            func isRefused() throws -> Bool {
                let answer = client.request("PUT", path, json, body: again)
                return try answer.status == 409 && answer.code == "notHeld"
            }
            #expect(try isRefused())
            // It does not connect either.
            #expect(try client.request("GET", camera + "/state").value["connection"]?.string != "connected")
            #expect(client.request("PUT", path, json, body: "{}").status == 200)
            #expect(client.request("PUT", path, json, body: again).status == 200)
            #expect(client.request("DELETE", path).status == 200)
            #expect(try isRefused())
            #expect(client.request("DELETE", camera + "/connection").status == 200)
        }
    }

    @Test("A shutter that is held makes a burst, whose files events report") func shutter() async throws {
        try await withServer { port, _ in
            let client = try WebClient(port: port)
            #expect(client.request("GET", camera).status == 200)
            let events = try ServedEvents(port: port)
            #expect(client.request("PUT", camera + "/shutter", json, body: "{\"limit\":60}").status == 200)
            #expect(client.request("DELETE", camera + "/shutter").status == 200)
            let file = try events.event("item-added").event
            let id = try #require(file["id"]?.string)
            #expect(client.request("GET", camera + "/files/" + id).body.starts(with: [0xFF, 0xD8]))
        }
    }

    @Test("An offered picture whose answer was lost is received again") func offeredAgain() async throws {
        try await withServer { port, _ in
            let client = try WebClient(port: port)
            let destination = camera + "/properties/image-destination"
            #expect(client.request("PUT", destination, json, body: "{\"value\":\"host\"}").status == 200)
            #expect(client.request("POST", camera + "/shoot", json, body: "{}").status == 200)
            let offer = try #require(try client.request("GET", camera + "/transfers").value.array?.first)
            let path = camera + "/transfers/\(try #require(offer["id"]?.integer))"
            let picture = client.request("POST", path, json, body: "{}")
            #expect(picture.status == 200 && picture.body.starts(with: [0xFF, 0xD8]))
            #expect(try client.request("GET", camera + "/transfers").value.array?.isEmpty == true)
            #expect(client.request("POST", path, json, body: "{\"again\":true}").body == picture.body)
            #expect(client.request("POST", path, json, body: "{}").status == 404)
            // Another form was not fetched, and another one is not offered.
            #expect(client.request("POST", path, json, body: "{\"representation\":\"preview\",\"again\":true}").status == 404)
            #expect(client.request("POST", camera + "/transfers/99999", json, body: "{}").status == 404)
            #expect(client.request("POST", camera + "/transfers/x", json, body: "{}").status == 404)
        }
    }

    @Test("Tethering copies new pictures into the folder of the server") func tethering() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        try await withServer {
            $0.folder = path
        } _: { port, _ in
            let client = try WebClient(port: port)
            #expect(try client.request("GET", camera + "/tethering").value["state"]?.string == "off")
            #expect(try client.request("PUT", camera + "/tethering", json, body: "{}").value["state"]?.string == "running")
            let events = try ServedEvents(port: port)
            let shot = try WebClient(port: port).request("POST", camera + "/shoot", json, body: "{}").value
            let name = try #require(shot.array?.first?["file"]?.string)
            try events.event("tethering") { $0["saved"]?.integer == Int64(shot.array?.count ?? 0) }
            let progress = try client.request("DELETE", camera + "/tethering").value
            #expect(progress["state"]?.string == "off")
            #expect(progress["files"]?.array?.first?["name"]?.string == name)
        }
        #expect(!folder.names().isEmpty)
    }

    @Test("Without a folder there is no tethering") func noFolder() async throws {
        try await withServer { port, _ in
            let client = try WebClient(port: port)
            #expect(try client.request("PUT", camera + "/tethering", json, body: "{}").code == "noFolder")
            #expect(try client.request("GET", "/api/v1/session").value["saving"] == .bool(false))
        }
    }

    @Test("A code that the camera asks for is entered by a client") func authenticates() async throws {
        try await withServer(
            simulator: { $0.authentication = .numericCode("123456") }
        ) { port, _ in
            let client = try WebClient(port: port)
            #expect(client.request("GET", camera + "/authentication").text == "null\n")
            #expect(client.request("POST", camera + "/authentication", json, body: "{\"code\":\"1\"}").status == 409)
            let events = try ServedEvents(port: port)
            let connecting = try WebClient(port: port)
            connecting.send("GET \(camera) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            try events.event("authentication")
            let question = try client.request("GET", camera + "/authentication").value
            #expect(question["kind"]?.string == "code")
            #expect(question["digits"]?.integer == 6)
            #expect(try client.request("POST", camera + "/authentication", json, body: "{}").code == "missingMember")
            #expect(client.request("POST", camera + "/authentication", json, body: "{\"code\":\"000000\"}").status == 200)
            try events.event("authentication")
            // The event of the second question may be that of the end of the first.
            while client.request("GET", camera + "/authentication").text == "null\n" { try events.event("authentication") }
            #expect(try client.request("GET", camera + "/authentication").value["retry"] == .bool(true))
            #expect(client.request("POST", camera + "/authentication", json, body: "{\"code\":\"123456\"}").status == 200)
            #expect(connecting.head().status == 200)
        }
    }

    @Test("A client cancels a connection that requests authentication") func givesUp() async throws {
        try await withServer(
            simulator: { $0.authentication = .numericCode("123456") }
        ) { port, _ in
            let client = try WebClient(port: port)
            let events = try ServedEvents(port: port)
            let connecting = try WebClient(port: port)
            connecting.send("GET \(camera) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            try events.event("authentication")
            #expect(client.request("DELETE", camera + "/authentication").status == 200)
            #expect(connecting.head().status == 503)
        }
    }
}

@Suite struct FileTests {
    @Test("Files are described, rated, protected and copied to a card") func changes() async throws {
        try await withServer { port, _ in
            let client = try WebClient(port: port)
            let shot = try #require(try client.request("POST", camera + "/shoot", json, body: "{}").value.array?.first)
            let id = try #require(shot["id"]?.string)
            let newest = try client.request("GET", camera + "/files?newest=true&limit=1").value.array
            #expect(newest?.first?["name"] == shot["file"])
            let metadata = try client.request("GET", camera + "/files/\(id)/metadata").value
            #expect(metadata["exposureTime"]?.number != nil)
            #expect(metadata["entries"]?.array?.isEmpty == false)
            let changed = client.request("PATCH", camera + "/files/\(id)", json, body: "{\"rating\":4,\"protected\":true}")
            #expect(try changed.value["rating"]?.integer == 4)
            #expect(try changed.value["path"] == newest?.first?["path"])
            #expect(try changed.value["protected"] == .bool(true))
            #expect(try client.request("DELETE", camera + "/files/\(id)").code == "writeProtected")
            #expect(try client.request("PATCH", camera + "/files/\(id)", json, body: "{\"rating\":6}").code == "invalidMember")
            let content = String(repeating: "x", count: 100_000)
            let copied = client.request(
                "PUT",
                camera + "/uploads/UPLOAD.TXT",
                ["Content-Type": "application/octet-stream"],
                body: content
            )
            #expect(copied.status == 201)
            let copy = try #require(try copied.value["id"]?.string)
            #expect(client.request("GET", camera + "/files/\(copy)").text == content)
            #expect(client.request("PUT", camera + "/uploads/UPLOAD.TXT", body: "again").status == 400)
            #expect(client.request("PUT", camera + "/uploads/OTHER.TXT?card=9", body: "x").status == 404)
        }
    }
}

@Suite struct SessionTests {
    @Test("A token is entered once, and kept in a cookie that no script reads") func session() async throws {
        try await withServer {
            $0.token = "secret-token"
        } _: { port, _ in
            let client = try WebClient(port: port)
            let host = ["Host": "localhost:\(port)"]
            let before = try client.request("GET", "/api/v1/session", host).value
            #expect(before["tokenNeeded"] == .bool(true))
            #expect(before["authorized"] == .bool(false))
            let body = host.merging(json) { $1 }
            let wrong = client.request("POST", "/api/v1/session", body, body: "{\"token\":\"guess\"}")
            #expect(try wrong.code == "tokenWrong")
            #expect(wrong.fields["set-cookie"] == nil)
            let right = client.request("POST", "/api/v1/session", body, body: "{\"token\":\"secret-token\"}")
            #expect(try right.value["authorized"] == .bool(true))
            let cookie = try #require(right.fields["set-cookie"])
            #expect(cookie.hasPrefix("hotshoe-token-\(port)=secret-token; "))
            #expect(cookie.hasSuffix("HttpOnly; SameSite=Strict"))
            let kept = host.merging(["Cookie": String(cookie.prefix { $0 != ";" })]) { $1 }
            #expect(client.request("GET", "/api/v1/cameras", kept).status == 200)
            #expect(try client.request("GET", "/api/v1/session", kept).value["authorized"] == .bool(true))
            #expect(try WebClient(port: port).request("POST", camera + "/shoot", kept, body: "{}").code == "unprovenOrigin")
            let closed = client.request("DELETE", "/api/v1/session", kept)
            #expect(closed.fields["set-cookie"]?.hasPrefix("hotshoe-token-\(port)=; Path=/; Max-Age=0") == true)
            #expect(try closed.value["authorized"] == .bool(false))
        }
    }

    @Test("Guesses of the entered token end too") func guesses() async throws {
        try await withServer {
            $0.token = "secret-token"
        } _: { port, _ in
            let client = try WebClient(port: port)
            for number in 0..<10 {
                let guess = client.request("POST", "/api/v1/session", json, body: "{\"token\":\"guess-\(number)\"}")
                #expect(guess.status == 401)
            }
            #expect(client.request("POST", "/api/v1/session", json, body: "{\"token\":\"secret-token\"}").status == 429)
        }
    }

    @Test("The page is sent without a token, may load nothing else, and is sent once") func page() async throws {
        try await withServer {
            $0.token = "secret-token"
        } _: { port, _ in
            let client = try WebClient(port: port)
            for path in ["/", "/api"] {
                let page = client.request("GET", path)
                #expect(page.status == 200)
                #expect(page.fields["content-type"] == "text/html; charset=utf-8")
                #expect(page.fields["content-security-policy"]?.hasPrefix("default-src 'none'; script-src 'self';") == true)
                let tag = try #require(page.fields["etag"])
                #expect(client.request("GET", path, ["If-None-Match": tag]).status == 304)
            }
            #expect(client.request("GET", "/api/v1/client.js").text.contains("class HotShoe "))
            #expect(client.request("GET", "/api/v1/client.d.ts").text.contains("export interface CameraState {"))
        }
    }

    @Test(
        "A token that a cookie could not keep is refused",
        arguments: ["with space", "semi;colon", "quote\"quote", "naïve-token"]
    )
    func tokens(token: String) {
        let discovery = CameraDiscovery(clientName: "Tests", providers: [])
        var options = HotShoeServer.Options()
        options.token = token
        #expect(throws: HotShoeServer.StartError.self) { try HotShoeServer(discovery, options) }
    }
}

@Suite struct ServedPageTests {
    @Test("Each file of the page and of the description is sent") func isComplete() throws {
        let project = #filePath.split(separator: "/").prefix { $0 != "Tests" }.joined(separator: "/")
        let sources = "/\(project)/Sources/Serving/ServedPages"
        let names = try ["API", "Page"].flatMap { try #require(FolderNames.all(in: "\(sources)/\($0)")) }
        #expect(names.count > 10)
        #expect(Set(ServedPage.files.map(\.name)) == Set(names))
        #expect(ServedPage.files.allSatisfy { !$0.bytes.isEmpty })
    }
}
