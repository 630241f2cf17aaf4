import CameraModel
import HotShoeSupport
import ImageFormats

extension CameraSimulator {
    func startLiveView(_ options: LiveViewOptions, _ sink: LiveViewSink) throws(CameraError) -> LiveViewFormat {
        try withBody { body -> Result<Void, CameraError> in
            do throws(CameraError) { return .success(try body.startLiveView()) } catch { return .failure(error) }
        }.get()
        let producer: LiveViewProducer
        do throws(CameraError) {
            producer = try LiveViewProducer(self, sink)
        } catch {
            withBody { $0.stopLiveView(nil) }
            throw error
        }
        shared.withLock { shared in
            // A camera that was disconnected in the meantime has already ended live view.
            if shared.host != nil { shared.liveView = producer }
        }
        producer.start()
        return LiveViewFormat(size: producer.size, rate: configuration.liveViewRate)
    }

    func stopLiveView() {
        let producer = shared.withLock { shared in
            defer { shared.liveView = nil }
            return shared.liveView
        }
        producer?.stop()
        withBody { $0.stopLiveView(nil) }
    }

    /// Ends live view from the camera's side.
    func endLiveView(_ end: LiveViewEnd) {
        let producer = shared.withLock { shared in
            defer { shared.liveView = nil }
            return shared.liveView
        }
        producer?.end(end)
    }

    /// Number of live view frames made so far, for measuring the cost of an idle consumer.
    public var drawnFrames: Int { shared.withLock { $0.drawnFrames } }

    /// Returns the view, the description and the fault of a frame that is made now.
    func liveViewFrame() -> (view: SceneView, info: LiveViewFrameInfo, fault: SimulatedFault.Kind?) {
        shared.withLock { shared in
            shared.body.advance(to: time.now)
            shared.collectOutputs()
            shared.drawnFrames += 1
            let (view, info) = shared.body.liveViewFrame()
            guard !shared.faults.pending.isEmpty else { return (view, info, nil) }
            return (view, info, shared.faults.popFault(during: .liveView))
        }
    }
}
