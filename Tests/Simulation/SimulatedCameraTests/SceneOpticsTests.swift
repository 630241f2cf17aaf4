import ImageFormats
import Testing

@testable import SimulatedCamera

extension SceneTests {
    @Suite struct Optics {
        @Test("Wide open the background has less detail than stopped down; the chart in focus has the same")
        func depthOfField() {
            let pictures = [1.4, 2.8, 5.6, 11].map { DrawnScene(SceneView(time: 2, fNumber: $0), width: 480, height: 320) }
            let background = pictures.map { $0.detail(in: DrawnScene.village) }
            for (wide, closed) in zip(background, background.dropFirst()) { #expect(wide < closed) }
            #expect(background[0] < background[3] * 0.5)
            let chart = pictures.map { $0.detail(in: DrawnScene.chart) }
            #expect(abs(chart[0] - chart[3]) < chart[3] * 0.01)
        }

        @Test("Focus at infinity sharpens the background and blurs the chart")
        func focus() {
            let near = DrawnScene(SceneView(time: 2, fNumber: 1.8), width: 480, height: 320)
            let far = DrawnScene(SceneView(time: 2, fNumber: 1.8, focus: 1), width: 480, height: 320)
            #expect(far.detail(in: DrawnScene.village) > near.detail(in: DrawnScene.village) * 1.5)
            #expect(far.detail(in: DrawnScene.chart) < near.detail(in: DrawnScene.chart) * 0.5)
        }

        @Test("The further the lens is off, the less detail the subject has: contrast detection can climb")
        func contrastClimbs() {
            let subject = SceneSubject(time: 2, seed: 0)
            let details = [0, 0.04, 0.1, 0.2, 0.3].map { error in
                DrawnScene(SceneView(time: 2, fNumber: 1.8, focus: subject.focus - error), width: 480, height: 320)
                    .detail(in: DrawnScene.chart)
            }
            for (closer, further) in zip(details, details.dropFirst()) { #expect(closer > further) }
        }

        @Test("The focus error is the distance that the lens must move")
        func focusError() {
            let view = SceneView(time: 2, focus: 0.3)
            #expect(view.focusError > 0)
            #expect(SceneView(time: 2, focus: 0.3 + view.focusError).focusError.magnitude < 1e-12)
            #expect(SceneView(time: 2).focusError == 0)
        }

        @Test("A longer exposure smears the balloon and nothing else")
        func motionBlur() throws {
            let still = DrawnScene(SceneView(time: 2, exposureSeconds: 1.0 / 4000), width: 480, height: 320)
            let smeared = DrawnScene(SceneView(time: 2, exposureSeconds: 0.5), width: 480, height: 320)
            let frame = try #require(SceneView(time: 2).subjectFrame())
            #expect(smeared.detail(in: frame) < still.detail(in: frame) * 0.5)
            #expect(smeared.detail(in: DrawnScene.chart) == still.detail(in: DrawnScene.chart))
            #expect(smeared.detail(in: DrawnScene.village) == still.detail(in: DrawnScene.village))
        }

        @Test("The longer the exposure, the longer the way, until the balloon has been everywhere")
        func way() {
            let subject = SceneSubject(time: 2, seed: 0)
            let lengths = [0.0, 0.001, 0.01, 0.1, 1, 10, 1000].map { subject.way(during: $0).length }
            for (shorter, longer) in zip(lengths, lengths.dropFirst()) { #expect(shorter <= longer) }
            #expect(lengths[0] == 0 && lengths[5] == lengths[6])
        }
    }

    @Suite struct Geometry {
        @Test("A picture shows the same at two sizes")
        func sizes() {
            let large = DrawnScene(SceneView(time: 2), width: 480, height: 320), small = DrawnScene(SceneView(time: 2))
            var sum = 0
            for y in 0..<160 {
                for x in 0..<240 {
                    let four = [
                        large[2 * x, 2 * y], large[2 * x + 1, 2 * y], large[2 * x, 2 * y + 1], large[2 * x + 1, 2 * y + 1],
                    ]
                    sum += abs(four.map(\.green).reduce(0, +) / 4 - small[x, y].green)
                }
            }
            #expect(Double(sum) / (240 * 160) < 2)
        }

        @Test("A camera on its head sees the scene on its head")
        func upsideDown() {
            let upright = DrawnScene(SceneView(time: 2)), turned = DrawnScene(SceneView(time: 2, rollDegrees: 180))
            var sum = 0
            for y in 0..<160 { for x in 0..<240 { sum += abs(upright[x, y].green - turned[239 - x, 159 - y].green) } }
            #expect(Double(sum) / (240 * 160) < 1)
        }

        @Test("A camera that is turned clockwise sees a horizon that rises to the right", arguments: [5.0, 15, -5, -15])
        func roll(_ degrees: Double) {
            let picture = DrawnScene(SceneView(time: 2, rollDegrees: degrees))
            // In the sky, blue is above green, and on the ground it is not: returns the first row of ground from above.
            func horizon(_ x: Int) -> Int { (0..<160).first { picture[x, $0].green > picture[x, $0].blue + 10 } ?? 160 }
            #expect((horizon(20) - horizon(220)).signum() == (degrees > 0 ? 1 : -1))
        }

        @Test("A crop shows the part of the frame that it names")
        func crop() {
            let crop = SceneRect(x: 0.25, y: 0.5, width: 0.5, height: 0.5)
            let cropped = DrawnScene(SceneView(time: 2, crop: crop)),
                whole = DrawnScene(SceneView(time: 2), width: 480, height: 320)
            var sum = 0
            for y in 0..<160 { for x in 0..<240 { sum += abs(cropped[x, y].green - whole[x + 120, y + 160].green) } }
            #expect(Double(sum) / (240 * 160) < 1)
        }

        @Test("The subject's frame holds the balloon", arguments: [0.0, 1, 2.5, 4, 6, 8.5])
        func subjectFrame(time: Double) throws {
            let view = SceneView(time: time)
            let face = try #require(view.faceFrame())
            let picture = DrawnScene(view)
            let middle = picture.mean(
                in: SceneRect(
                    x: face.x + face.width * 0.3,
                    y: face.y + face.height * 0.3,
                    width: face.width * 0.4,
                    height: face.height * 0.3
                )
            )
            // Skin: in no other object of this area does red exceed blue by this amount.
            #expect(middle.x > middle.z + 40)
        }

        @Test("The subject's frame follows crop, roll and shape")
        func subjectFrameFollows() throws {
            let whole = try #require(SceneView(time: 2).subjectFrame())
            let crop = SceneRect(x: whole.x, y: whole.y, width: whole.width, height: whole.height)
            let filling = try #require(SceneView(time: 2, crop: crop).subjectFrame())
            #expect(abs(filling.x) < 1e-9 && abs(filling.width - 1) < 1e-9 && abs(filling.height - 1) < 1e-9)
            let turned = try #require(SceneView(time: 2, rollDegrees: 180).subjectFrame())
            #expect(abs(turned.x - (1 - whole.x - whole.width)) < 1e-9 && abs(turned.y - (1 - whole.y - whole.height)) < 1e-9)
            let square = try #require(SceneView(time: 2.5).subjectFrame(aspectRatio: 1))
            #expect(square.width > whole.width)
        }

        @Test("A subject outside the picture has no frame")
        func subjectOutside() {
            let ground = SceneRect(x: 0, y: 0.8, width: 0.2, height: 0.2)
            #expect(SceneView(time: 2, crop: ground).subjectFrame() == nil)
            #expect(SceneView(time: 2, crop: ground).faceFrame() == nil)
        }
    }
}
