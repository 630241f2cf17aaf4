import CameraModel
import Exposure
import Testing

/// Searches in lists that the camera does not report: every start and every target of several lists.
@Suite struct SteppedSearchTests {
    /// A camera that only supports steps to the next and the previous value.
    private struct ListCamera: CustomStringConvertible {
        let name: String
        let values: [CommonValue]
        var wraps = false
        var index = 0

        var description: String { name }
        var ordinary: [CommonValue] { values.filter { $0.stops(from: $0) != nil } }

        mutating func step(_ direction: StepDirection) {
            let next = index + (direction == .increment ? 1 : -1)
            if values.indices.contains(next) { index = next } else if wraps { index = (next + values.count) % values.count }
        }
    }

    private static func apertures(_ values: [Aperture]) -> [CommonValue] { values.map(CommonValue.aperture) }
    private static func speeds(_ values: [ShutterSpeed]) -> [CommonValue] { values.map(CommonValue.shutterSpeed) }
    private static let fNumbers = [1.4, 2, 2.8, 3.2, 3.5, 4, 5.6, 8, 11, 16, 22].map { Aperture("f/\($0)")! }
    private static let seconds = ["1/1000", "1/500", "1/250", "1/125", "1/60", "1/30", "1/15", "1/8"].map { ShutterSpeed($0)! }
    private static let isos = [100, 125, 160, 200, 400, 800, 1600, 3200].map { ISOSpeed("\($0)")! }
    private static let compensations = (-3...3).map { ExposureCompensation(Stops(thirds: $0)) }

    private static let lists: [ListCamera] = [
        ListCamera(name: "bright to dark", values: apertures(fNumbers)),
        ListCamera(name: "dark to bright", values: apertures(fNumbers.reversed())),
        ListCamera(name: "automatic first", values: apertures([.automatic] + fNumbers)),
        ListCamera(name: "automatic last", values: apertures(fNumbers + [.automatic])),
        ListCamera(name: "fast to slow, then bulb", values: speeds(seconds + [.bulb])),
        ListCamera(name: "bulb, then slow to fast", values: speeds([.bulb] + seconds.reversed())),
        ListCamera(name: "ISO", values: isos.map(CommonValue.isoSpeed)),
        ListCamera(name: "ISO down", values: isos.reversed().map(CommonValue.isoSpeed)),
        ListCamera(name: "ISO with auto at both ends", values: ([.automatic] + isos + [.automatic]).map(CommonValue.isoSpeed)),
        ListCamera(name: "apertures, around", values: apertures(fNumbers), wraps: true),
        ListCamera(name: "speeds with bulb, around", values: speeds(seconds + [.bulb]), wraps: true),
        ListCamera(name: "two stops, around", values: compensations.map(CommonValue.exposureCompensation), wraps: true),
        ListCamera(name: "one value", values: apertures([.f4])),
    ]

    private func drive(_ camera: inout ListCamera, to target: CommonValue) -> (SteppedSearch.Action, steps: Int) {
        var search = SteppedSearch(target: target)
        var steps = 0
        while true {
            let action = search.next(showing: camera.values[camera.index])
            guard case .step(let direction) = action, steps < 200 else { return (action, steps) }
            camera.step(direction)
            steps += 1
        }
    }

    private func worlds(_ body: (ListCamera) -> Void) {
        for list in Self.lists {
            for start in list.values.indices {
                var camera = list
                camera.index = start
                body(camera)
            }
        }
    }

    @Test func `a value of the list is found from everywhere, in no more steps than a few beyond its distance`() {
        worlds { start in
            for (place, target) in start.values.enumerated() where target.stops(from: target) != nil {
                var camera = start
                let (action, steps) = drive(&camera, to: target)
                #expect(action == .finished(.exact), "\(start) from \(start.index) to \(target)")
                #expect(camera.values[camera.index] == target)
                let distance = abs(place - start.index)
                let isSpecial = start.values[start.index].stops(from: target) == nil
                #expect(steps <= distance + (isSpecial ? 10 : 2), "\(start) from \(start.index) to \(target)")
            }
        }
    }

    @Test func `a value between two of the list ends at the nearer one`() {
        let unlisted: [CommonValue] = [.aperture(Aperture("f/2.2")!), .aperture(Aperture("f/9")!), .isoSpeed(ISOSpeed("640")!)]
        worlds { start in
            for target in unlisted {
                let distances = start.ordinary.compactMap { $0.stops(from: target) }
                guard let nearest = distances.map(abs).min(), distances.contains(where: { $0 > 0 }),
                    distances.contains(where: { $0 < 0 })
                else { continue }
                var camera = start
                let (action, _) = drive(&camera, to: target)
                #expect(action == .finished(.closest), "\(start) from \(start.index) to \(target)")
                #expect(
                    camera.values[camera.index].stops(from: target).map(abs) == nearest,
                    "\(start) from \(start.index) to \(target)"
                )
            }
        }
    }

    @Test func `a value beyond the end stops at the last one`() {
        let beyond: [CommonValue] = [
            .aperture(Aperture("f/1")!), .aperture(Aperture("f/32")!), .shutterSpeed(ShutterSpeed("1/8000")!),
            .shutterSpeed(ShutterSpeed("1 s")!), .isoSpeed(ISOSpeed("25600")!),
            .exposureCompensation(ExposureCompensation(Stops(whole: 2))),
        ]
        worlds { start in
            for target in beyond {
                guard let nearest = start.ordinary.compactMap({ $0.stops(from: target).map(abs) }).min() else { continue }
                var camera = start
                let (action, _) = drive(&camera, to: target)
                #expect(action == .finished(.reachedEnd), "\(start) from \(start.index) to \(target)")
                #expect(
                    camera.values[camera.index].stops(from: target).map(abs) == nearest,
                    "\(start) from \(start.index) to \(target)"
                )
            }
        }
    }

    @Test(arguments: [CommonValue.aperture(.automatic), .shutterSpeed(.bulb), .whiteBalance(.daylight), .integer(1)])
    func `a target without a place in the order is refused before the first step`(target: CommonValue) {
        var search = SteppedSearch(target: target)
        #expect(search.next(showing: target) == .failed(.invalidTarget))
    }

    @Test(arguments: [1, 2, 5]) func `a search in a list without ordinary values ends`(count: Int) {
        var camera = ListCamera(name: "special", values: Array(repeating: .aperture(.automatic), count: count))
        let (action, steps) = drive(&camera, to: .aperture(.f4))
        #expect(action == .failed(.invalidStart))
        #expect(steps <= 12)
    }

    @Test func `a search ends at a camera that shows nothing, or another kind of value`() {
        for shown in [nil, CommonValue.isoSpeed(.iso100)] {
            var search = SteppedSearch(target: .aperture(.f4))
            var (action, steps) = (search.next(showing: shown), 0)
            while case .step = action, steps < 50 { (action, steps) = (search.next(showing: shown), steps + 1) }
            #expect(action == .failed(.invalidStart))
        }
    }

    @Test func `a camera that stays where it is has reached its end`() {
        var search = SteppedSearch(target: .aperture(.f4))
        var (action, steps) = (search.next(showing: .aperture(.f8)), 0)
        while case .step = action, steps < 50 { (action, steps) = (search.next(showing: .aperture(.f8)), steps + 1) }
        #expect(action == .finished(.reachedEnd))
        #expect(steps <= 4)
    }

    @Test func `the search ends for any values that a camera shows`() {
        // Every sequence of six of five answers.
        let answers: [CommonValue?] = [nil, .aperture(.automatic), .aperture(.f2_8), .aperture(.f8), .aperture(.f22)]
        for world in 0..<15_625 {
            var (search, rest, steps) = (SteppedSearch(target: .aperture(.f5_6)), world, 0)
            var action = SteppedSearch.Action.step(.increment)
            while case .step = action, steps < 100 {
                action = search.next(showing: answers[rest % 5])
                rest = rest / 5 + (rest % 5) * 3125
                steps += 1
            }
            guard steps < 100 else {
                Issue.record("world \(world) does not end")
                return
            }
        }
    }

    @Test func `a search that has ended stays ended`() {
        var search = SteppedSearch(target: .aperture(.f4))
        #expect(search.next(showing: .aperture(.f4)) == .finished(.exact))
        #expect(search.next(showing: .aperture(.f8)) == .failed(.unexpectedValue))
    }
}
