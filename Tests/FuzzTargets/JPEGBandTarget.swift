import ZigguratCore
import ZigguratSystem

@testable import ZigguratDecoders
@testable import ZigguratImaging
@testable import ZigguratSources

extension FuzzTarget {
    /// Decodes a JPEG in bands. The target crashes if the bands differ from the rows of one decoder,
    /// or if only one way reports an error.
    static let jpegBands = FuzzTarget("jpeg-bands", longest: 1 << 14) { folder in
        let path = "\(folder.path)/photo"
        return { input in
            folder.write(input, to: "photo")
            guard !input.isEmpty, let file = try? SourceFile(path: path),
                let index = JPEGBandIndex(file), index.size.pixelCount <= pixelLimit,
                let rows = BandRows(file)
            else { return }
            let step = index.rowStep
            precondition(hasEqualIndexes(file), "the indexes of one scan and of pieces differ")
            for (height, isReversed) in [(step, false), (2 * step, true), (23, true)] {
                let bands = rows.bands(height: height, isReversed: isReversed)
                precondition(bands == rows.serial, "bands of \(height) rows differ")
            }
        }
    }

    /// Whether the index of pieces of several lengths equals the index of one scan. The index is
    /// extended after all pieces in memory are scanned, and in turn with the pieces.
    private static func hasEqualIndexes(_ file: SourceFile) -> Bool {
        guard let serial = JPEGBandIndex(file) else { return true }
        let height = serial.size.height
        _ = serial.extend(to: height, step: height)
        return [(64, 1), (64, 16), (333, 40)].allSatisfy { length, distance in
            guard let divided = JPEGBandIndex(file) else { return false }
            divided.divideScan(threads: 1 + length % 3, length: length, distance: distance)
            _ = divided.extend(to: height, step: divided.rowStep)
            return divided.isEqual(to: serial)
        }
    }

    /// The largest number of pixels that the target decodes.
    private static let pixelLimit = 1 << 17
}

/// Both ways to read the rows of a JPEG.
private struct BandRows {
    private let file: SourceFile
    private let length: Int
    private let height: Int
    /// The rows of one decoder; `nil` after an error.
    let serial: [UInt8]?

    /// - Returns: `nil` if libvips reads the file.
    init?(_ file: SourceFile) {
        guard let reader = try? JPEGReader(file), reader.isPlain, !reader.isInScans,
            let rows = JPEGRowReader(reader)
        else { return nil }
        self.file = file
        length = rows.size.width * rows.bytesPerPixel
        height = rows.size.height
        serial = Self.samples(length: length, height) { addresses throws(ZigguratError) in
            for start in stride(from: 0, to: addresses.count, by: RowChunk.height) {
                let end = min(start + RowChunk.height, addresses.count)
                try rows.read(addresses[start..<end])
            }
        }
    }

    /// Returns the rows of all bands; `nil` after an error. Two readers take turns.
    func bands(height bandHeight: Int, isReversed: Bool) -> [UInt8]? {
        guard let index = JPEGBandIndex(file), let reader = try? JPEGReader(file),
            let rows = JPEGRowReader(reader),
            let conversion = try? RowConversion(
                rows.pixels, profile: nil, ReadingTarget(keepsCMYK: true)),
            let source = JPEGBandSource(index, rows, conversion, height: bandHeight, threads: 2)
        else { return nil }
        if isReversed { index.divideScan(threads: 2, length: 96, distance: 16) }
        let readers = [source.makeReader(), source.makeReader()]
        let numbers = Array(0..<source.chunks.count(of: height))
        return Self.samples(length: length, height) { addresses throws(ZigguratError) in
            for number in isReversed ? numbers.reversed() : numbers {
                let rows = source.chunks.rows(number, of: height)
                try addresses[rows].withUnsafeBufferPointer { addresses throws(ZigguratError) in
                    try readers[number % 2].read(rows, part: 0, into: addresses)
                }
            }
        }
    }

    /// Returns the rows that the body writes; `nil` after an error.
    private static func samples(
        length: Int, _ height: Int,
        _ body: ([UnsafeMutablePointer<UInt8>]) throws(ZigguratError) -> Void
    ) -> [UInt8]? {
        let start = UnsafeMutablePointer<UInt8>.allocate(capacity: length * height)
        defer { start.deallocate() }
        start.initialize(repeating: 0, count: length * height)
        guard (try? body((0..<height).map { start + $0 * length })) != nil else { return nil }
        return Array(UnsafeBufferPointer(start: start, count: length * height))
    }
}
