import Testing

@testable import hotshoe

@Suite struct PictureTimeLimitTests {
    @Test(arguments: [
        (exposure: nil as Duration?, requested: nil as Duration?, limit: 120), (.seconds(60), nil, 180),
        (.seconds(300), nil, 660),
        (.seconds(300), .seconds(5), 660), (nil, .seconds(5), 60), (.seconds(1), .seconds(900), 900),
    ])
    func `the limit allows for a dark frame, and is at least what is requested`(
        exposure: Duration?,
        requested: Duration?,
        limit: Int
    ) {
        #expect(PictureTimeLimit.limit(exposure: exposure, requested: requested) == .seconds(limit))
    }
}
