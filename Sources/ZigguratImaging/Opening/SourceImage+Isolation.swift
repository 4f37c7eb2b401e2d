internal import ZigguratCore
internal import ZigguratSystem

/// Work of a source's decoder in a process of its own.
extension DecoderProcess {
    /// The header of a file, and how its pixels are read.
    static func open(
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

    /// Finds out for files in order whether each looks like an image; ends before one that ended the
    /// process.
    ///
    /// - Parameters:
    ///   - isWanted: asked several times a second; an answer of `false` ends the call.
    ///   - report: called with each answer; `false` ends the call.
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
    /// Which files are worth trying, without reading their headers.
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

    /// Finds out which files are worth trying, without reading their headers.
    ///
    /// - Parameters:
    ///   - isWanted: asked several times a second while a process works; `false` ends the call.
    ///   - report: called with each file, in any order; an answer of `false` ends the call.
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
            // A file that ends the process is worth trying: opening it reports what is wrong.
            if count < part.count {
                guard report(part[count], true) else { return }
                count += 1
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Whether the name of a file says that it is an image of a format that needs no other files.
    package static func isNamedLikeImage(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return false }
        return Decoders.imageExtensions.contains(name[name.index(after: dot)...].lowercased())
    }

    /// Whether a decoder that needs no process of its own knows how a file begins.
    package static func isRecognisedHere(_ path: String) -> Bool { Decoders.isRecognisedHere(path) }

    /// The memory of a decoder's process besides the image that it holds; 0 if this process decodes.
    package var processBytes: Int {
        guard trust.isolation != nil, directMemory == nil else { return 0 }
        return DecoderProcess.baseBytes(needsVips: needsVips) + ring.byteCount + pipelineBytes
    }

    /// The rows that libvips holds of an image that it decodes row by row, in bytes; as measured.
    private var pipelineBytes: Int {
        guard needsVips, header.decoderBytes == nil else { return 0 }
        return 10_000_000 + 512 * plan.readWidth * header.bytesPerPixel
    }

    /// Whether the process loads libvips.
    private var needsVips: Bool {
        decoder.traits.needsVips || !plan.isFullSize || request.range != .stored || header.pages > 1
            || !isIsolated && directMemory == nil
    }

    /// The private memory of a process, if so much may be taken in all. It is enough for what the
    /// header promises.
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

    /// The size of the rows as they are read, not turned.
    private var storedSize: PixelSize { plan.orientation.turned(header.size) }

    private func process(
        _ work: DecoderTask.Work, _ isolation: SourceRequest.Isolation, memoryLimit: Int? = nil,
        sharedBytes: Int = 0
    ) throws(ZigguratError) -> DecoderProcess {
        try DecoderProcess(
            DecoderTask(work, path, request, trust), isolation, memoryLimit: memoryLimit,
            sharedBytes: sharedBytes, pixelCount: header.size.pixelCount)
    }

    /// Rows that another process decodes; they are not turned.
    func isolatedReading(
        _ isolation: SourceRequest.Isolation, keepsAlpha: Bool, background: RGBColor,
        limits: ClosedRange<Double>?, memoryLimit: Int?, firstRow: Int, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading {
        let ring = ring
        let target = DecoderTask.Target(
            keepsAlpha: keepsAlpha, background: background, lowerLimit: limits?.lowerBound,
            upperLimit: limits?.upperBound, ringRows: ring.rows, firstRow: firstRow)
        let process = try process(
            .rows(target), isolation, memoryLimit: memoryLimit.map(privateBytes),
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
        guard case .values(let lower, let upper, let step) = try process.answer(isWanted: isWanted),
            step?.text.isLine(atMost: 4096) != false
        else { throw process.wrongAnswer() }
        guard let lower, let upper else { return ValueRangeProbe.Finding(step: step) }
        guard lower <= upper else { throw process.wrongAnswer() }
        return ValueRangeProbe.Finding(limits: lower...upper, step: step)
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
    /// The limit for decoders in this process; `nil` if the caller sets no limits, or if this is the
    /// process of a decoder, which the program watches.
    func makeDecodingLimit() -> DecodingLimit? {
        trust.isolation.map {
            DecodingLimit(
                path, seconds: $0.secondsWithoutProgress, pixelCount: header.size.pixelCount)
        }
    }
}
