internal import ZigguratCore
package import ZigguratImaging
package import ZigguratSources
internal import ZigguratSystem

/// How a pyramid build depends on the orientation of its source.
extension PyramidBuilder {
    /// Whether rows stay in the order of the file and each tile is turned separately. Otherwise the
    /// image is turned before the first tile is cut.
    package func turnsTiles(of source: SourceImage) -> Bool {
        !source.plan.orientation.keepsRowOrder && resampled.isEmpty
            && source.request.sampleBits == 8
            && !passes.contains { $0.hasStrips(of: source.header.size, source.plan.orientation) }
    }

    /// Returns the memory for the rows in use and for the coefficients of these rows, in bytes. The
    /// result includes the rows of resampled pyramids, and the copies of levels that are one tile:
    /// turned copies, and copies for an encoder without alpha.
    ///
    /// - Parameter grid: the grid of a JPEG from which tiles are cut; otherwise `nil`.
    package func rowBytes(of source: SourceImage, cutFrom grid: CoefficientGrid?) -> Int {
        let header = source.header
        let bands = (header.colour == .grey ? 1 : 3) + (header.hasAlpha ? 1 : 0)
        let sampleBytes = (passes.map(\.encoding.bits).max() ?? 8) / 8
        // Rows of full resolution are converted in place. Blocks are not.
        let isInBlocks = chunks(of: source) != nil
        let pixelBytes =
            source.directMemory?.pixelBytes
            ?? (header.bitsPerSample <= 16 ? header.bytesPerPixel : 0)
        let storedBytes = isInBlocks ? 0 : pixelBytes
        let schedule = schedule(of: source)
        var sum = Self.rowBytes(
            schedule, bytesPerPixel: bands * sampleBytes, storedBytes: storedBytes)
        if header.hasAlpha {
            // A level that is one tile is copied for an encoder without alpha.
            for level in schedule.levels {
                for pass in level.passes
                where pass.columns * pass.rows == 1 && !pass.isInStrips
                    && !passes[pass.pass].encoding.format.keepsAlpha
                {
                    sum += level.size.pixelCount * (bands - 1)
                }
            }
        }
        if let grid, heldCoefficientBytes(of: source, grid) == 0 {
            sum += grid.byteCount(rowsInUse: schedule.baseCapacity)
        }
        for pyramid in resampled {
            sum += RowRelay.byteCount(rowLength: header.size.width * bands)
            sum += Self.rowBytes(
                PyramidSchedule(
                    imageSize: pyramid.size, passes: pyramid.passes, threadCount: threadCount),
                bytesPerPixel: bands)
        }
        return sum
    }

    /// Returns the memory for coefficients that must all be present at once, in bytes.
    package func heldCoefficientBytes(of source: SourceImage, _ grid: CoefficientGrid) -> Int {
        grid.isInScans || !readsCoefficientsInOrder(of: source, grid) ? grid.byteCount : 0
    }

    /// Whether the decoder of the rows also reads the coefficients.
    package func readsCoefficientsInOrder(
        of source: SourceImage, _ grid: CoefficientGrid
    ) -> Bool {
        grid.isReadDirectly && (source.plan.orientation.keepsRowOrder || turnsTiles(of: source))
    }

    /// Returns the schedule for a source, with all properties that affect its memory.
    func schedule(of source: SourceImage) -> PyramidSchedule {
        PyramidSchedule(
            imageSize: source.header.size,
            orientation: turnsTiles(of: source) ? source.plan.orientation : .upright,
            passes: passes, chunks: chunks(of: source), threadCount: threadCount)
    }

    /// Returns the chunks that threads read; `nil` if one thread reads rows.
    private func chunks(of source: SourceImage) -> BlockChunks? {
        let threads = readingThreads(of: source)
        return source.directMemory(threadCount: threads)?.chunks(threadCount: threads)
    }

    /// Returns the number of threads that may read parts of the source in any order; 1 if rows are
    /// read from the top. Rows are read from the top if rows are turned or resampled, if tiles are
    /// cut without decoding, and in the build of a band or of the rest of an image.
    package func readingThreads(of source: SourceImage) -> Int {
        let keepsRows = source.plan.orientation == .upright || turnsTiles(of: source)
        let isWhole = band == nil && rowFile?.hasRows != true
        return keepsRows && isWhole && resampled.isEmpty && !passes.contains(where: \.cutsSource)
            ? threadCount : 1
    }

    private static func rowBytes(
        _ schedule: PyramidSchedule, bytesPerPixel: Int, storedBytes: Int = 0
    ) -> Int {
        schedule.levels.enumerated().reduce(0) { sum, level in
            let bytes = level.offset == 0 ? max(bytesPerPixel, storedBytes) : bytesPerPixel
            return sum + level.element.rows(bytesPerPixel: bytes).byteCount
                + level.element.turnedPixels * bytesPerPixel
        }
    }
}
