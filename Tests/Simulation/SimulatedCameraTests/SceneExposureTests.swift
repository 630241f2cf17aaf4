import ImageFormats
import Testing

@testable import SimulatedCamera

extension SceneTests {
    @Suite struct Exposure {
        @Test("One stop more darkens no pixel and brightens the picture", arguments: [-3.0, -1, 0, 1, 3], [100, 12_800])
        func stops(_ stops: Double, iso: Int) {
            let dark = DrawnScene(SceneView(time: 2, exposureStops: stops, iso: iso))
            let bright = DrawnScene(SceneView(time: 2, exposureStops: stops + 1, iso: iso))
            #expect(zip(dark.pixels, bright.pixels).allSatisfy { $0 <= $1 })
            #expect(bright.mean().y > dark.mean().y + 0.5)
        }

        @Test("One stop more never raises a cumulative histogram")
        func cumulativeHistograms() {
            let dark = DrawnScene(SceneView(time: 2)).histogram(),
                bright = DrawnScene(SceneView(time: 2, exposureStops: 1)).histogram()
            for bins in [\Histogram256.luminance, \.red, \.green, \.blue] {
                var (darkSum, brightSum): (UInt32, UInt32) = (0, 0)
                for bin in 0..<256 {
                    darkSum += dark[keyPath: bins][bin]
                    brightSum += bright[keyPath: bins][bin]
                    #expect(brightSum <= darkSum)
                }
                #expect(brightSum == darkSum)
            }
        }

        @Test("A correct exposure makes the grey card middle grey")
        func greyCard() {
            // The exposure compensates for the effect of the clouds.
            let offset = SceneLight.offsetStops(time: 0, seed: 3)
            let view = SceneView(time: 0, seed: 3, exposureStops: -offset)
            #expect(abs(view.meteredStops) < 1e-9)
            let grey = DrawnScene(view, width: 480, height: 320).mean(in: DrawnScene.greyPatch)
            #expect((110...132).contains(grey.x) && (110...132).contains(grey.y) && (110...132).contains(grey.z))
        }

        @Test("Highlights clip when overexposed, shadows are black when underexposed")
        func clipping() {
            let over = DrawnScene(SceneView(time: 2, exposureStops: 6)).histogram()
            #expect(over.luminance[255] > 30_000)
            let under = DrawnScene(SceneView(time: 2, exposureStops: -9)).histogram()
            #expect((0..<10).reduce(0) { $0 + under.luminance[$1] } > 30_000)
        }

        @Test("Clouds change the light by no more than half a stop, slowly and by seed")
        func clouds() {
            for seed in [0, 1, 99, .max] as [UInt64] {
                var values: [Double] = []
                for step in 0..<2000 {
                    let here = SceneLight.offsetStops(time: Double(step) / 10, seed: seed)
                    #expect(abs(here) <= 0.5)
                    if let last = values.last { #expect(abs(here - last) < 0.02) }
                    values.append(here)
                }
                #expect((values.max() ?? 0) - (values.min() ?? 0) > 0.4)
            }
            #expect(SceneLight.offsetStops(time: 5, seed: 1) != SceneLight.offsetStops(time: 5, seed: 2))
        }

        @Test("A meter reads the exposure and the clouds")
        func meter() {
            let view = SceneView(time: 7, seed: 4, exposureStops: 1.5)
            #expect(view.meteredStops == 1.5 + SceneLight.offsetStops(time: 7, seed: 4))
        }
    }

    @Suite struct Colour {
        @Test(
            "The lower the colour temperature that is assumed, the bluer the picture",
            arguments: [(2500, 3200), (3200, 5200), (5200, 7000), (7000, 12_000)] as [(Double, Double)]
        )
        func whiteBalance(low: Double, high: Double) {
            func blueness(_ kelvin: Double) -> Double {
                let grey = DrawnScene(SceneView(time: 2, whiteBalanceKelvin: kelvin), width: 480, height: 320).mean(
                    in: DrawnScene.greyPatch
                )
                return grey.z - grey.x
            }
            #expect(blueness(low) > blueness(high) + 5)
        }

        @Test("The light's own temperature leaves grey grey")
        func neutral() {
            #expect(SceneLight.gains(assuming: SceneLight.kelvin) == SIMD3(1, 1, 1))
            let grey = DrawnScene(SceneView(time: 2), width: 480, height: 320).mean(in: DrawnScene.greyPatch)
            #expect(abs(grey.x - grey.z) < 2)
        }

        @Test("Gains change steadily over the whole range, without a step where the approximation changes")
        func steadyGains() {
            var last = SceneLight.gains(assuming: 2000)
            for kelvin in stride(from: 2010.0, through: 20_000, by: 10) {
                let gains = SceneLight.gains(assuming: kelvin)
                #expect(gains.x >= last.x * 0.999 && gains.z <= last.z * 1.001)
                #expect(abs(gains.z / last.z - 1) < 0.1)
                last = gains
            }
        }

        @Test("Without saturation there is no colour, for any white balance", arguments: [3200.0, 5200, 9000])
        func monochrome(kelvin: Double) {
            let picture = DrawnScene(SceneView(time: 2, whiteBalanceKelvin: kelvin, iso: 6400, saturation: 0))
            for y in stride(from: 0, to: 160, by: 7) {
                for x in stride(from: 0, to: 240, by: 7) {
                    let (red, green, blue) = picture[x, y]
                    #expect(max(red, green, blue) - min(red, green, blue) <= 1)
                }
            }
        }

        @Test("More saturation increases the difference of the channels")
        func vivid() {
            func spread(_ saturation: Double) -> Double {
                let sky = DrawnScene(SceneView(time: 2, saturation: saturation)).mean(in: DrawnScene.sky)
                return sky.z - sky.x
            }
            #expect(spread(0.5) < spread(1) && spread(1) < spread(1.5))
        }
    }

    @Suite struct Noise {
        @Test("The higher the ISO, the more a flat patch varies")
        func iso() {
            let variances = [100, 1600, 6400, 25_600, 102_400].map { iso in
                DrawnScene(SceneView(time: 2, iso: iso), width: 480, height: 320).variance(in: DrawnScene.greyPatch)
            }
            for (lower, higher) in zip(variances, variances.dropFirst()) { #expect(higher > lower * 1.5) }
        }

        @Test("ISO brings noise, not brightness")
        func brightness() {
            let low = DrawnScene(SceneView(time: 2, iso: 100)).mean(), high = DrawnScene(SceneView(time: 2, iso: 6400)).mean()
            #expect(abs(low.y - high.y) < 1)
        }

        @Test("Two frames have different noise")
        func frames() {
            let first = DrawnScene(SceneView(time: 2, iso: 6400)), second = DrawnScene(SceneView(time: 2 + 1e-6, iso: 6400))
            #expect(!first.isIdentical(to: second))
        }
    }
}
