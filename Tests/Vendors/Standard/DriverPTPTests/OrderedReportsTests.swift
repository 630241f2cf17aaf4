import CameraModel
import DriverPTP
import Exposure
import HotShoeSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct OrderedReportsTests {
    /// The speed that a camera has described last.
    private final class Catalog: Sendable {
        /// Guards the number.
        private let number = Guarded(100)

        var updates: [CameraUpdate] {
            [.property(PropertyState(.isoSpeed, value: PropertyValue(.isoSpeed(ISOSpeed(number.withLock { $0 })!))))]
        }

        func store(_ speed: Int) { number.withLock { $0 = speed } }
    }

    private func withReports(_ use: (OrderedReports, Camera) async throws -> Void) async throws {
        try await withHost { host, camera in try await use(OrderedReports(host), camera) }
    }

    @Test func `a report that another one overtakes shows what is known at its turn`() async throws {
        try await withReports { reports, camera in
            let catalog = Catalog()
            reports.report {
                // Another task describes the property, and reports it, before this report is made.
                let early = catalog.updates
                catalog.store(400)
                reports.report { catalog.updates }
                #expect(camera.property(.isoSpeed).value == nil)
                return early
            }
            #expect(camera.property(.isoSpeed).value?.isoSpeed == ISOSpeed(400))
        }
    }

    @Test func `of concurrent reports the last one shows the newest state`() async throws {
        try await withReports { reports, camera in
            let catalog = Catalog()
            for round in 1...50 {
                await withTaskGroup { group in
                    for task in 1...8 {
                        group.addTask {
                            catalog.store(100 * round + task)
                            reports.report { catalog.updates }
                        }
                    }
                }
                catalog.store(100 * round)
                reports.report { catalog.updates }
                #expect(camera.property(.isoSpeed).value?.isoSpeed == ISOSpeed(100 * round))
            }
        }
    }
}
