internal import CSystem
internal import ZigguratCore
internal import ZigguratSystem

/// The objects of a PDF file, found by searching for “obj”, because the file's cross-reference
/// tables may be damaged.
///
/// Source: ISO 32000-1, 7.3.10 (objects), 7.5.5 (trailers), 7.5.6 (updates) and 7.5.7 (object streams).
struct PDFObjects {
    private let file: [UInt8]
    /// Decompressed object streams.
    private var streams: [[UInt8]] = []
    /// The place of the value of each object: an offset in the file or in an object stream. If
    /// several objects have equal numbers, the last object counts.
    private var places: [Int: (stream: Int?, offset: Int)] = [:]

    /// The maximum total size of the decompressed object streams, in bytes.
    private static let streamLimit = 1 << 26
    private var roomForStreams = Self.streamLimit

    init(_ file: [UInt8]) {
        self.file = file
        var starts: [(number: Int, offset: Int)] = []
        for end in Self.places(of: " obj", in: file) {
            guard let number = Self.number(of: file, before: end) else { continue }
            starts.append((number, end + 4))
        }
        var streamStarts = Set<Int>()
        for mark in Self.places(of: "/ObjStm", in: file) {
            // The name belongs to the last object that begins before it.
            let next = starts.partitioningIndex { $0.offset > mark }
            if next > 0 { streamStarts.insert(starts[next - 1].offset) }
        }
        for (number, offset) in starts {
            places[number] = (nil, offset)
            if streamStarts.contains(offset) { addObjects(ofStreamAt: offset) }
        }
    }

    /// The value of an object; `nil` if it is missing.
    subscript(number: Int) -> PDFValue? {
        guard let place = places[number] else { return nil }
        var offset = place.offset
        return PDFValue(place.stream.map { streams[$0] } ?? file, at: &offset)
    }

    /// Returns a value, or the object that the value refers to.
    func resolved(_ value: PDFValue?) -> PDFValue? {
        guard case .reference(let number)? = value else { return value }
        return self[number]
    }

    /// The document catalogue, which the last readable trailer names.
    var catalogue: PDFValue? {
        for mark in Self.places(of: "/Root", in: file).reversed() {
            var place = mark + 5
            if let value = PDFValue(file, at: &place), let root = resolved(value) { return root }
        }
        return nil
    }

    /// Whether an object stream contains a word.
    func hasInStreams(_ word: String) -> Bool {
        streams.contains { !Self.places(of: word, in: $0).isEmpty }
    }

    private mutating func addObjects(ofStreamAt offset: Int) {
        var place = offset
        guard let header = PDFValue(file, at: &place), header["Type"]?.name == "ObjStm",
            let first = header["First"]?.number.flatMap({ Int(exactly: $0) }),
            let bytes = content(header, after: place), (0...bytes.count).contains(first)
        else { return }
        streams.append(bytes)
        roomForStreams -= bytes.count
        var next = 0
        while next < min(first, bytes.count) {
            guard let number = PDFValue(bytes, at: &next)?.number.flatMap({ Int(exactly: $0) }),
                let inner = PDFValue(bytes, at: &next)?.number.flatMap({ Int(exactly: $0) }),
                inner >= 0, inner <= bytes.count
            else { return }
            places[number] = (streams.count - 1, first + inner)
        }
    }

    /// The decompressed content of a stream; `nil` if the stream is damaged or has an unsupported
    /// compression.
    private func content(_ header: PDFValue, after place: Int) -> [UInt8]? {
        var place = place
        PDFValue.skipBlanks(file, &place)
        guard PDFValue.word(file, &place) == "stream" else { return nil }
        // A line feed follows the word, or a carriage return and a line feed.
        if place < file.count, file[place] == 13 { place += 1 }
        if place < file.count, file[place] == 10 { place += 1 }
        guard let end = Self.places(of: "endstream", in: file, from: place, limit: 1).first else {
            return nil
        }
        var filter = header["Filter"]
        if case .array(let filters) = filter { filter = filters.count == 1 ? filters[0] : nil }
        guard header["Filter"] != nil else {
            return end - place <= roomForStreams ? Array(file[place..<end]) : nil
        }
        guard filter?.name == "FlateDecode", header["DecodeParms"] == nil else { return nil }
        return Inflate.zlib(Array(file[place..<end]), limit: roomForStreams)
    }

    /// The number of the object whose generation number ends before an offset, as in `12 0 obj`.
    private static func number(of file: [UInt8], before end: Int) -> Int? {
        func digits(_ end: Int) -> Range<Int>? {
            var start = end
            while start > 0, file[start - 1].isDigit { start -= 1 }
            return start < end ? start..<end : nil
        }
        guard let generation = digits(end) else { return nil }
        var blank = generation.lowerBound
        while blank > 0, PDFValue.isBlank(file[blank - 1]) { blank -= 1 }
        guard blank < generation.lowerBound, let number = digits(blank) else { return nil }
        return Int(String(decoding: file[number], as: UTF8.self))
    }

    /// The offsets of a word.
    static func places(
        of word: String, in bytes: [UInt8], from start: Int = 0, limit: Int = .max
    ) -> [Int] {
        var places: [Int] = []
        let word = Array(word.utf8)
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            var next = start
            while next < bytes.count, places.count < limit,
                let found = zig_find_bytes(base + next, bytes.count - next, word, word.count)
            {
                let place = found - base
                places.append(place)
                next = place + word.count
            }
        }
        return places
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension Array {
    /// The first index from which on all elements satisfy a condition.
    fileprivate func partitioningIndex(_ isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
