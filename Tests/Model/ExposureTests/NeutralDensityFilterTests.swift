import Exposure
import Testing

@Suite struct NeutralDensityFilterTests {
    @Test(
        arguments: [
            (2.0, 6), (4, 12), (8, 18), (16, 24), (64, 36), (100, 40), (200, 46), (400, 52), (500, 54), (512, 54), (1000, 60),
            (1024, 60), (100_000, 100), (1_000_000, 120),
        ] as [(Double, Int)]
    )
    func factorsAreRoundedAsOnTheRim(factor: Double, sixths: Int) {
        #expect(NeutralDensityFilter(factor: factor)?.stops.sixths == sixths)
        #expect(NeutralDensityFilter("ND\(Int(factor))")?.stops.sixths == sixths)
    }

    @Test(arguments: [(0.3, 1), (0.6, 2), (0.9, 3), (1.2, 4), (1.5, 5), (1.8, 6), (2.1, 7), (2.4, 8), (2.7, 9), (3.0, 10)])
    func threeTenthsOfDensityAreAStop(density: Double, stops: Int) throws {
        let filter = try #require(NeutralDensityFilter(opticalDensity: density))
        #expect(filter.stops == Stops(whole: stops))
        #expect(filter.opticalDensity == density)
        #expect(NeutralDensityFilter("ND \(density)") == filter)
    }

    @Test func theFactorIsWhatTheTimeIsMultipliedWith() {
        #expect(NeutralDensityFilter(Stops(whole: 3))?.factor == 8)
        #expect(NeutralDensityFilter(Stops(whole: 10))?.factor == 1024)
    }

    @Test func everyDescriptionParsesBack() {
        let filters = (1...144).compactMap { NeutralDensityFilter(Stops(sixths: $0)) }
        #expect(filters.count == 144)
        for filter in filters { #expect(NeutralDensityFilter(filter.description) == filter) }
        #expect(filters.sorted() == filters)
        #expect(Set(filters.map(\.description)).count == 144)
        #expect(filters[17].description == "ND8")
        #expect(filters[59].description == "ND1000")
        #expect(filters[19].description == "3⅓ stops")
        #expect(filters[1].description == "⅓ stop")
    }

    @Test func stackedFiltersAddUp() throws {
        let three = try #require(NeutralDensityFilter("ND8"))
        let ten = try #require(NeutralDensityFilter("10 stops"))
        #expect(three.stacked(with: ten)?.stops == Stops(whole: 13))
        #expect(ten.stacked(with: ten)?.stacked(with: ten) == nil)
    }

    @Test(arguments: [0, 1, 0.5, -8, 1.05, 1e300, .infinity, .nan] as [Double])
    func aFactorThatKeepsNothingOutOrTooMuchIsRefused(factor: Double) {
        #expect(NeutralDensityFilter(factor: factor) == nil)
    }

    @Test(arguments: [0, -0.3, 0.01, 8, 1e300, .infinity, .nan] as [Double])
    func aDensityThatKeepsNothingOutOrTooMuchIsRefused(density: Double) {
        #expect(NeutralDensityFilter(opticalDensity: density) == nil)
    }

    @Test(arguments: [
        "", "ND", "ND0", "ND1", "ND-8", "ND nan", "8", "0 stops", "-3 stops", "25 stops", "ND8x", "ND8\0", "3 stop s", "ND 99.9",
    ])
    func whatIsNoFilterIsRefused(text: String) {
        #expect(NeutralDensityFilter(text) == nil)
    }
}
