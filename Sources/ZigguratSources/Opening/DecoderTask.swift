internal import FoundationEssentials
internal import Glibc
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// A task for a decoder process.
struct DecoderTask: Codable {
    enum Work: Codable {
        case header
        case values
        case profile
        case contents
        /// Delivers rows from `firstRow` through a ring of `ringRows` rows.
        case rows(ReadingTarget, ringRows: Int, firstRow: Int)
        /// Finds which files look like images.
        case recognition([String])
    }

    let work: Work
    package let path: String
    let request: SourceRequest
    let allowsUntrusted: Bool
    let allowsImageMagick: Bool
    let allowsDamaged: Bool
    let pixelLimit: Int

    init(
        _ work: Work, _ path: String, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) {
        self.work = work
        self.path = path
        self.request = request
        allowsUntrusted = trust.readsUntrusted
        allowsImageMagick = trust.allowsImageMagick
        allowsDamaged = trust.allowsDamaged
        pixelLimit = trust.pixelLimit
    }

    var trust: SourceRequest.Trust {
        var trust = SourceRequest.Trust(
            allowsUntrusted: allowsUntrusted, allowsDamaged: allowsDamaged,
            pixelLimit: pixelLimit)
        trust.allowsImageMagick = allowsImageMagick
        trust.knowsDamage = true
        return trust
    }
}

/// The answer of a decoder process, which precedes any rows.
enum DecoderAnswer: Codable {
    case header(SourceHeader, DecodePlan)
    case values(lower: Double?, upper: Double?, opacity: Double?, ConversionStep?)
    case profile([UInt8])
    case contents(DocumentContents?)
    case rows(PixelSize, bands: Int, sampleBytes: Int)
    /// The results for the next file or files.
    case recognition([Bool])
}

/// The reason why a decoder process cannot perform its task.
struct DecoderProcessError: Codable {
    let reason: SourceError
    let cause: String?
    /// The path of the piece that has the fault, if the file of the task is a mosaic.
    private var piece: String?

    /// - Parameter path: the file of the task.
    init(_ error: ZigguratError, of path: String) {
        if error.subject != path { piece = error.subject }
        reason = error.reason as? SourceError ?? .invalidData(row: nil)
        cause = error.cause?.description
    }

    /// Returns the error for a process with this memory limit.
    ///
    /// - Parameter path: the file of the task.
    func error(_ path: String, memoryLimit: Int) -> ZigguratError {
        let path = piece.flatMap { Self.isPiece($0, of: path) ? $0 : nil } ?? path
        if cause.map(DecoderMessages.tellsOfMemory) == true {
            return ZigguratError(SourceError.decoder(.outOfMemory(limit: memoryLimit)), path)
        }
        return ZigguratError(reason, path, cause: cause.map(Self.cause))
    }

    /// Whether a path that a process reports can be a piece of a mosaic: a file in the folder of
    /// the list or below it.
    private static func isPiece(_ piece: String, of list: String) -> Bool {
        let folder = Path.split(list).folder
        let isBelow = folder == "." ? !piece.hasPrefix("/") : piece.hasPrefix("\(folder)/")
        return list.hasSuffix(".json") && isBelow && piece.utf8.count <= Int(PATH_MAX)
            && !piece.split(separator: "/").contains("..") && FileSystem.exists(piece)
    }

    /// Returns a message as a cause: one line without control characters.
    static func cause(_ message: String) -> ZigguratError.Cause {
        let characters = message.unicodeScalars.prefix(300).map {
            $0.value < 32 || (127..<160).contains($0.value) ? " " : Character($0)
        }
        return .library(String(characters))
    }
}

/// A message between the program and a decoder process: the kind, the length of the payload (four
/// bytes each), and the payload.
struct DecoderFrame {
    enum Kind: UInt32 {
        // Messages to the decoder.
        /// A ``DecoderTask``.
        case task = 1
        /// The number of rows that were taken out of the ring: eight bytes.
        case taken = 2
        // Messages from the decoder.
        /// A ``DecoderAnswer``.
        case answer = 16
        /// The number of rows that were written to the ring so far: eight bytes.
        case rows = 17
        /// A ``DecoderProcessError``.
        case failure = 18
    }

    /// The largest payload, in bytes. The largest payloads are colour profiles and metadata.
    static let largestPayload = 16 << 20
    static let headLength = 8

    let kind: Kind
    let payload: [UInt8]

    init(_ kind: Kind, _ payload: [UInt8]) {
        self.kind = kind
        self.payload = payload
    }

    init(_ kind: Kind, count: Int) {
        self.init(kind, Self.bytes(of: UInt64(count)))
    }

    /// Creates a message with a JSON document.
    ///
    /// - Returns: `nil` if the value has no JSON form (such as a number that is not finite) or is
    ///   too large.
    init?(_ kind: Kind, document: some Encodable) {
        guard let data = try? JSONEncoder().encode(document), data.count <= Self.largestPayload
        else { return nil }
        self.init(kind, Array(data))
    }

    var bytes: [UInt8] {
        Self.bytes(of: kind.rawValue) + Self.bytes(of: UInt32(payload.count)) + payload
    }

    /// The number of rows; `nil` if the payload is not a number of rows.
    var count: Int? {
        guard payload.count == 8 else { return nil }
        return Int(exactly: Self.number(payload[...], as: UInt64.self))
    }

    func document<Value: Decodable>(_ type: Value.Type) -> Value? {
        try? JSONDecoder().decode(type, from: Data(payload))
    }

    /// Parses the kind and the payload's length from the first eight bytes; `nil` if they are
    /// invalid.
    static func head(_ bytes: ArraySlice<UInt8>) -> (kind: Kind, length: Int)? {
        let length = Int(number(bytes.dropFirst(4).prefix(4), as: UInt32.self))
        guard let kind = Kind(rawValue: number(bytes.prefix(4), as: UInt32.self)),
            length <= largestPayload
        else { return nil }
        return (kind, length)
    }

    private static func bytes<Number: FixedWidthInteger>(of number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    private static func number<Number: FixedWidthInteger>(
        _ bytes: ArraySlice<UInt8>, as type: Number.Type
    ) -> Number {
        bytes.reversed().reduce(0) { $0 << 8 | Number($1) }
    }
}
