internal import ZigguratCore
package import ZigguratImaging
internal import ZigguratSystem

/// Tasks of a source's decoder in a separate process.
extension DecoderProcess {
    /// Returns the header of a file and the plan by which its pixels are read.
    package static func open(
        _ path: String, _ request: SourceRequest, _ trust: SourceRequest.Trust,
        _ isolation: SourceRequest.Isolation, _ isWanted: () -> Bool
    ) throws(ZigguratError) -> OpenedSource {
        let process = try DecoderProcess(
            DecoderTask(.header, path, request, trust), isolation)
        guard case .header(let header, let plan) = try process.answer(isWanted: isWanted),
            header.isPlausible(plan, request, pixelLimit: trust.pixelLimit)
        else { throw process.wrongAnswer() }
        return (header, plan)
    }

    /// Checks files in order for whether they look like images. Ends before a file that ended the
    /// process.
    ///
    /// - Parameters:
    ///   - isWanted: called several times a second; returns `false` to end the call.
    ///   - report: called with each result; returns `false` to end the call.
    static func recognise(
        _ paths: [String], _ isolation: SourceRequest.Isolation, isWanted: () -> Bool,
        report: (Bool) -> Bool
    ) {
        let task = DecoderTask(
            .recognition(paths), "", SourceRequest(), SourceRequest.Trust())
        let process = try? DecoderProcess(task, isolation)
        while case .recognition(let looks) = try? process?.answer(isWanted: isWanted),
            !looks.isEmpty
        {
            for answer in looks where !report(answer) { return }
        }
    }
}

extension SourceImage {
    /// Returns the files that look like images, without reading their headers.
    package static func thatLookLikeImages(
        _ paths: [String], _ isolation: SourceRequest.Isolation? = nil
    ) -> [String] {
        var images: Set<String> = []
        recognise(paths, isolation) { path, looks in
            if looks { images.insert(path) }
            return true
        }
        return paths.filter(images.contains)
    }

    /// Checks which files look like images, without reading their headers.
    ///
    /// - Parameters:
    ///   - isWanted: called several times a second while a process works; returns `false` to end
    ///     the call.
    ///   - report: called with each file, in any order; returns `false` to end the call.
    package static func recognise(
        _ paths: [String], _ isolation: SourceRequest.Isolation?,
        isWanted: () -> Bool = { true }, report: (_ path: String, _ looks: Bool) -> Bool
    ) {
        guard let isolation else {
            for path in paths where isWanted() {
                guard report(path, Decoders.mayRead(path)) else { return }
            }
            return
        }
        var others: [String] = []
        for path in paths {
            guard Decoders.isRecognisedHere(path) else {
                others.append(path)
                continue
            }
            guard report(path, true) else { return }
        }
        var rest = others[...]
        while !rest.isEmpty, isWanted() {
            let part = Array(rest.prefix(25))
            var (count, isEnded) = (0, false)
            DecoderProcess.recognise(part, isolation, isWanted: isWanted) { looks in
                guard count < part.count else { return false }
                isEnded = !report(part[count], looks)
                count += 1
                return !isEnded
            }
            guard !isEnded, isWanted() else { return }
            // A file that ends the process counts as an image: opening it reports the error.
            if count < part.count {
                guard report(part[count], true) else { return }
                count += 1
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Whether the name of a file has the extension of an image format that needs no other files.
    package static func isNamedLikeImage(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return false }
        return Decoders.imageExtensions.contains(name[name.index(after: dot)...].lowercased())
    }

    /// Whether a decoder that needs no separate process recognises the beginning of a file.
    package static func isRecognisedHere(_ path: String) -> Bool { Decoders.isRecognisedHere(path) }

    /// The memory of a decoder process in addition to the image, in bytes; 0 if this process
    /// decodes.
    package var processBytes: Int {
        guard trust.isolation != nil, directMemory == nil else { return 0 }
        return DecoderProcess.baseBytes(needsVips: needsVips) + ring.byteCount + pipelineBytes
    }

    /// The size of the rows that libvips holds of an image that it decodes row by row, in bytes
    /// (measured).
    private var pipelineBytes: Int {
        guard needsVips, header.decoderBytes == nil else { return 0 }
        return 10_000_000 + 512 * plan.readWidth * header.bytesPerPixel
    }

    /// Whether the process loads libvips.
    private var needsVips: Bool {
        decoder.traits.needsVips || !plan.isFullSize || request.range != .stored || header.pages > 1
            || !isIsolated && directMemory == nil
    }

    /// Returns the private memory of a process within a limit for all its memory. The result is at
    /// least the memory that the header requires.
    private func privateBytes(of limit: Int) -> Int {
        let others = DecoderProcess.libraryBytes(needsVips: needsVips) + ring.byteCount
        let reserved = decoder.traits.reservedBytesPerPixel * header.size.pixelCount
        let least =
            (header.decoderBytes ?? 0) + pipelineBytes + reserved + DecoderProcess.reservedBytes
        return max(least, limit - others)
    }

    private var ring: (rows: Int, byteCount: Int) {
        IsolatedRowReader.ring(for: storedSize, sampleBytes: request.sampleBits / 8)
    }

    /// The size of the rows as they are stored, before they are turned.
    private var storedSize: PixelSize { plan.orientation.turned(header.size) }

    private func process(
        _ work: DecoderTask.Work, _ isolation: SourceRequest.Isolation, memoryLimit: Int? = nil,
        sharedBytes: Int = 0
    ) throws(ZigguratError) -> DecoderProcess {
        try DecoderProcess(
            DecoderTask(work, path, request, trust), isolation, memoryLimit: memoryLimit,
            sharedBytes: sharedBytes, pixelCount: header.size.pixelCount)
    }

    /// Returns a reading of rows that another process decodes. The rows are not turned.
    func isolatedReading(
        _ isolation: SourceRequest.Isolation, _ target: ReadingTarget, memoryLimit: Int?,
        firstRow: Int, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading {
        let ring = ring
        let process = try process(
            .rows(target, ringRows: ring.rows, firstRow: firstRow), isolation,
            memoryLimit: memoryLimit.map(privateBytes),
            sharedBytes: ring.byteCount)
        return .rows(
            try IsolatedRowReader(
                process, size: storedSize, sampleBytes: request.sampleBits / 8,
                ringRows: ring.rows, firstRow: firstRow, isWanted: isWanted))
    }

    func isolatedValues(
        _ isolation: SourceRequest.Isolation, isWanted: () -> Bool
    ) throws(ZigguratError) -> ValueRangeProbe.Finding {
        let process = try process(
            .values, isolation, memoryLimit: privateBytes(of: isolation.unplannedMemory))
        guard
            case .values(let lower, let upper, let opacity, let step) = try process.answer(
                isWanted: isWanted), opacity ?? 1 > 0,
            step?.text.isLine(atMost: 4096) != false
        else { throw process.wrongAnswer() }
        guard let lower, let upper else { return ValueRangeProbe.Finding(step: step) }
        guard lower <= upper else { throw process.wrongAnswer() }
        return ValueRangeProbe.Finding(limits: lower...upper, opacity: opacity, step: step)
    }

    func isolatedProfile(
        _ isolation: SourceRequest.Isolation
    ) throws(ZigguratError) -> [UInt8] {
        let process = try process(.profile, isolation)
        guard case .profile(let bytes) = try process.answer(), bytes.count == header.profileBytes
        else { throw process.wrongAnswer() }
        return bytes
    }
}

extension SourceImage {
    /// Returns the time limit of a decoder in this process; `nil` if the caller sets no limits. In
    /// a decoder process it is `nil` too, because the program watches the process.
    package func makeDecodingLimit() -> DecodingLimit? {
        trust.isolation.map {
            DecodingLimit(
                path, seconds: $0.secondsWithoutProgress, pixelCount: header.size.pixelCount)
        }
    }
}
