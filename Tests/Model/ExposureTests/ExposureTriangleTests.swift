import Exposure
import Testing

@Suite struct ExposureTriangleTests {
    static let base = ExposureTriangle(aperture: .f8, shutterSpeed: .s1_250, iso: .iso100)

    @Test func aChangeOfOneSideIsMadeUpForByAnother() {
        let base = Self.base
        #expect(base.equivalent(aperture: .f4, balancing: .shutterSpeed)?.shutterSpeed == .s1_1000)
        #expect(base.equivalent(aperture: .f11, balancing: .iso)?.iso == .iso200)
        #expect(base.equivalent(shutterSpeed: .s1_60, balancing: .aperture)?.aperture == .f16)
        #expect(base.equivalent(shutterSpeed: .s1_1000, balancing: .iso)?.iso == .iso400)
        #expect(base.equivalent(iso: .iso1600, balancing: .shutterSpeed)?.shutterSpeed == .s1_4000)
        #expect(base.equivalent(iso: .iso400, balancing: .aperture)?.aperture == .f16)
    }

    @Test func theSideThatChangesCannotMakeUpForItself() {
        #expect(Self.base.equivalent(aperture: .f4, balancing: .aperture) == nil)
        #expect(Self.base.equivalent(shutterSpeed: .s1, balancing: .shutterSpeed) == nil)
        #expect(Self.base.equivalent(iso: .iso200, balancing: .iso) == nil)
    }

    @Test func whatCannotBeMadeUpForIsNil() {
        #expect(Self.base.equivalent(shutterSpeed: .s30, balancing: .aperture) == nil)
        #expect(Self.base.equivalent(aperture: .automatic, balancing: .iso) == nil)
        #expect(Self.base.equivalent(shutterSpeed: .bulb, balancing: .iso) == nil)
        let bulb = ExposureTriangle(aperture: .f8, shutterSpeed: .bulb, iso: .iso100)
        #expect(bulb.equivalent(aperture: .f4, balancing: .shutterSpeed) == nil)
        #expect(bulb.equivalent(aperture: .f4, balancing: .iso)?.iso.speed == nil)
    }

    @Test func everyEquivalentInThirdsIsEquallyLight() {
        for aperture in Aperture.nominalSeries(.third) {
            for side in [ExposureTriangle.Side.shutterSpeed, .iso] {
                guard let other = Self.base.equivalent(aperture: aperture, balancing: side) else { continue }
                #expect(other.aperture == aperture)
                #expect(other.stops(from: Self.base) == .zero)
                #expect(other.exposureValue == Self.base.exposureValue)
            }
        }
    }

    @Test func aSideTakesTheStopsThatAreAdded() {
        for side in ExposureTriangle.Side.allCases {
            let lighter = Self.base.adding(.one, to: side)
            #expect(lighter?.stops(from: Self.base) == .one)
            #expect(lighter?.adding(-.one, to: side) == Self.base)
            #expect(Self.base.adding(Stops(whole: 100), to: side) == nil)
        }
        #expect(Self.base.adding(.one, to: .aperture)?.aperture == .f5_6)
        #expect(Self.base.adding(.one, to: .shutterSpeed)?.shutterSpeed == .s1_125)
        #expect(Self.base.adding(.one, to: .iso)?.iso == .iso200)
    }

    @Test func allPairsOfACameraThatAreEquallyLightAreListed() {
        let pairs = Self.base.equivalents(
            apertures: [.automatic, .f4, .f5_6, .f8, .f11],
            shutterSpeeds: [.s1_2000, .s1_1000, .s1_500, .s1_250, .s1_125, .bulb]
        )
        let expected = ["f/4, 1/1000, ISO 100", "f/5.6, 1/500, ISO 100", "f/8, 1/250, ISO 100", "f/11, 1/125, ISO 100"]
        #expect(pairs.map(\.description) == expected)
    }

    @Test func aWiderToleranceListsMorePairs() {
        let apertures = Aperture.nominalSeries(.third)
        let speeds = ShutterSpeed.nominalSeries(.third)
        let exact = Self.base.equivalents(apertures: apertures, shutterSpeeds: speeds, tolerance: .zero)
        #expect(exact == Self.base.equivalents(apertures: apertures, shutterSpeeds: speeds))
        #expect(exact.count == apertures.count)
        let near = Self.base.equivalents(apertures: apertures, shutterSpeeds: speeds, tolerance: .third)
        #expect(near.count > 2 * exact.count)
        #expect(near.allSatisfy { ($0.stops(from: Self.base) ?? .one).magnitude <= .third })
    }

    @Test func aListInHalvesLosesNoPairToANumberOfBothSeries() {
        let apertures = Aperture.nominalSeries(.half)
        let pairs = Self.base.equivalents(apertures: apertures, shutterSpeeds: ShutterSpeed.nominalSeries(.half))
        #expect(pairs.map(\.aperture) == apertures)
    }

    @Test func specialValuesHaveNoEquivalents() {
        let automatic = ExposureTriangle(aperture: .f8, shutterSpeed: .automatic, iso: .iso100)
        #expect(automatic.equivalents(apertures: [.f8], shutterSpeeds: [.automatic, .s1]).isEmpty)
        #expect(automatic.exposureValue == nil)
        #expect(automatic.stops(from: Self.base) == nil)
        #expect(Self.base.stops(from: automatic) == nil)
    }

    @Test func aFilterIsMadeUpForByTime() throws {
        let filter = try #require(NeutralDensityFilter(factor: 1000))
        #expect(Self.base.behind(filter)?.shutterSpeed.description == "4 s")
        #expect(Self.base.behind(filter, balancing: .iso)?.iso == .iso102400)
        #expect(Self.base.behind(filter, balancing: .aperture) == nil)
    }

    @Test func aTriangleIsDescribedAsPhotographersSayIt() {
        #expect(Self.base.description == "f/8, 1/250, ISO 100")
        let automatic = ExposureTriangle(aperture: .automatic, shutterSpeed: .bulb, iso: .automatic)
        #expect(automatic.description == "auto, bulb, ISO auto")
    }
}
