import CameraModel

// Developed pictures: on the cards, and as offers for the host.

extension CameraBody {
    mutating func developmentJob(
        _ shot: Int,
        _ view: SceneView,
        _ exposure: BodyOptics.Exposure
    ) throws(CameraError) -> DevelopmentJob {
        let quality = settings.imageQuality
        let (base, nextNumber) = unusedName("IMG_", from: shooting.fileNumber)
        var files: [DevelopmentJob.File] = []
        if quality.hasRAW { files.append(.init(handle: makeHandle(), name: base + ".DNG", isRAW: true)) }
        if quality.hasJPEG { files.append(.init(handle: makeHandle(), name: base + ".JPG", isRAW: false)) }
        let card = writesToCard ? try cardForNextPicture() : nil
        if let card { _ = pictureFolder(on: card) }
        shooting.fileNumber = nextNumber
        return DevelopmentJob(
            shot: shot,
            view: view,
            size: configuration.pictureSize,
            quality: quality == .jpegNormal ? 80 : 92,
            exposure: exposure,
            settings: settings,
            date: clock.date(at: now),
            files: files,
            storage: card.map { cards[$0].storage }
        )
    }

    /// Schedules the result of developing a picture, successful or not.
    mutating func developed(_ job: DevelopmentJob) {
        arrange(.written(job), after: configuration.speed.writing)
    }

    mutating func written(_ job: DevelopmentJob) {
        let isCurrent = shooting.press != nil && shooting.number == job.shot
        guard var press = isCurrent ? shooting.press : shooting.finishing[job.shot] else { return }
        press.developing -= 1
        if let failure = job.failure {
            press.failure = failure
            send(.notice("a picture was lost: \(failure.message)"))
        } else {
            let items = addToCard(job)
            press.result.items += items
            press.result.offers += offer(job)
        }
        if isCurrent {
            shooting.press = press
        } else if press.developing == 0 {
            shooting.finishing[job.shot] = nil
            finish(press)
        } else {
            shooting.finishing[job.shot] = press
        }
    }

    private mutating func addToCard(_ job: DevelopmentJob) -> [ItemInfo] {
        guard let card = cards.firstIndex(where: { $0.storage == job.storage }) else { return [] }
        // The folder may have been moved or deleted since the picture was taken.
        let folder = pictureFolder(on: card)
        let items = job.files.map { file in
            ItemInfo(
                handle: file.handle,
                storage: cards[card].storage,
                parent: folder,
                name: file.name,
                kind: file.isRAW ? .rawImage : .image,
                hasMetadata: true,
                size: file.size,
                created: job.date,
                rating: 0,
                pixelSize: job.size,
                companions: job.files.map(\.handle).filter { $0 != file.handle }
            )
        }
        for item in items {
            cards[card].add(item)
            send(.itemAdded(item))
        }
        send(.storages(cards.map(\.info)))
        return items
    }

    /// Offers a picture for transfer, if a driver is connected.
    private mutating func offer(_ job: DevelopmentJob) -> [TransferOffer] {
        guard isConnected else { return [] }
        let isOnlyCopy = job.storage == nil
        let mustBeExecuted = settings.imageDestination != .camera
        return job.files.map { file in
            shooting.offerNumber += 1
            let identifier = TransferOffer.Identifier(shooting.offerNumber)
            var available = [
                TransferOffer.Available(representation: .preview, predictedSize: job.previewSize, fileExtension: "JPG")
            ]
            if mustBeExecuted {
                available.append(
                    .init(representation: .original, predictedSize: file.size, fileExtension: file.isRAW ? "DNG" : "JPG")
                )
            }
            let offer = TransferOffer(
                identifier: identifier,
                fileName: file.name,
                created: job.date,
                available: available,
                isOnlyCopy: isOnlyCopy,
                mustBeExecuted: mustBeExecuted,
                item: isOnlyCopy ? nil : file.handle
            )
            shooting.offers[identifier] = [file.handle]
            if isOnlyCopy { shooting.onlyCopies.insert(identifier) }
            send(.transferOffered(offer))
            arrange(.offerExpires(identifier), after: configuration.transferTimeout)
            return offer
        }
    }

    // MARK: Offers

    /// Returns the file of an open offer.
    func file(offeredAs offer: TransferOffer.Identifier) throws(CameraError) -> ItemInfo.Handle {
        guard let handle = shooting.offers[offer]?.first else {
            throw CameraError(.notFound, "The camera does not offer this picture any more.")
        }
        return handle
    }

    /// Ends an offer that was fetched.
    mutating func fetched(_ offer: TransferOffer.Identifier) {
        withdraw(offer)
        publish()
    }

    mutating func decline(_ offer: TransferOffer.Identifier) throws(CameraError) {
        _ = try file(offeredAs: offer)
        withdraw(offer)
    }

    mutating func withdraw(_ offer: TransferOffer.Identifier) {
        guard let handles = shooting.offers.removeValue(forKey: offer) else { return }
        let all = cards + removedCards
        let isOnlyCopy = shooting.onlyCopies.remove(offer) != nil
        // Also discards a file that was deleted from the card while it was offered.
        outputs.append(.discard(handles.filter { handle in isOnlyCopy || !all.contains { $0.items[handle] != nil } }))
        send(.transferWithdrawn(offer))
    }
}
