import ZigguratCore
import ZigguratSystem

/// A reader of the images and sounds of a tour, from the folder of the tour's file.
struct TourMedia {
    enum Kind { case image, sound }

    static let mostBytes = 16 << 20
    static let mostBytesInAll = 64 << 20

    /// The folder of the tour's file, and its path without symbolic links.
    private let folder: String
    private let realFolder: String
    /// The contents, by the name of the copy.
    private(set) var files: [String: [UInt8]] = [:]
    private var byteCount = 0

    init(beside file: String) {
        folder =
            file.lastIndex(of: "/").map { slash in
                slash == file.startIndex ? "/" : String(file[..<slash])
            } ?? "."
        realFolder = FileSystem.resolvedBeyondEnd(folder)
    }

    /// Returns the kind of the file that an address names; `nil` if the address does not name a
    /// file.
    static func kind(of address: String) -> Kind? {
        guard !address.hasPrefix("#"), !address.contains("://") else { return nil }
        return types[fileExtension(of: address)]?.kind
    }

    /// Reads a file.
    ///
    /// - Returns: the name of the file's copy. The name contains a checksum, so that a changed file
    ///   gets another name.
    mutating func add(_ name: String, _ kind: Kind) throws(TourContentError) -> String {
        let suffix = Self.fileExtension(of: name)
        guard let type = Self.types[suffix], type.kind == kind else {
            throw .unknownFileType(name)
        }
        let place = "\(folder)/\(name)"
        guard !name.hasPrefix("/"), !name.contains("\0"),
            !name.split(separator: "/").contains("..")
        else { throw .fileOutside(name) }
        guard let real = FileSystem.resolved(place) else { throw .fileNotFound(name) }
        guard real.hasPrefix(realFolder == "/" ? "/" : "\(realFolder)/") else {
            throw .fileOutside(name)
        }
        guard let attributes = FileSystem.attributes(of: real), attributes.isFile else {
            throw .fileNotFound(name)
        }
        guard attributes.byteCount <= Self.mostBytes else {
            throw .fileTooLarge(name, limit: Self.mostBytes)
        }
        guard let bytes = try? FileSystem.contents(of: real) else { throw .fileNotFound(name) }
        guard type.isContent(bytes) else { throw .otherContent(name) }
        let copy = "\(Self.stem(of: name))-\(SHA256.digest(of: bytes).hex.prefix(8)).\(suffix)"
        if files[copy] == nil { byteCount += bytes.count }
        guard byteCount <= Self.mostBytesInAll else {
            throw .filesTooLarge(limit: Self.mostBytesInAll)
        }
        files[copy] = bytes
        return copy
    }

    /// Returns the name without folders and extension, with only characters that are safe in an
    /// address.
    private static func stem(of name: String) -> String {
        let file = name.split(separator: "/").last.map(String.init) ?? name
        let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file[...]
        let safe = stem.lowercased().unicodeScalars.map { scalar -> Character in
            let isSafe =
                scalar.isASCII
                && (scalar.properties.isAlphabetic
                    || scalar.value < 0x3A
                        && scalar.value >= 0x30)
            return isSafe ? Character(scalar) : "-"
        }
        let parts = String(safe).split(separator: "-").joined(separator: "-").prefix(40)
        return parts.isEmpty ? "file" : String(parts)
    }

    private static func fileExtension(of name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    private struct FileType {
        let kind: Kind
        /// The signatures of the format, with their positions. A file must have at least one of
        /// them.
        let marks: [(at: Int, bytes: [UInt8])]

        func isContent(_ bytes: [UInt8]) -> Bool {
            marks.contains { mark in
                bytes.dropFirst(mark.at).prefix(mark.bytes.count).elementsEqual(mark.bytes)
            }
        }
    }

    private static let jpeg = FileType(kind: .image, marks: [(0, [0xFF, 0xD8, 0xFF])])
    private static let mp4 = FileType(kind: .sound, marks: [(4, Array("ftyp".utf8))])
    private static let ogg = FileType(kind: .sound, marks: [(0, Array("OggS".utf8))])

    /// The formats that all browsers show or play.
    private static let types: [String: FileType] = [
        "jpg": jpeg, "jpeg": jpeg,
        "png": FileType(kind: .image, marks: [(0, [0x89, 0x50, 0x4E, 0x47])]),
        "gif": FileType(kind: .image, marks: [(0, Array("GIF8".utf8))]),
        "webp": FileType(kind: .image, marks: [(8, Array("WEBP".utf8))]),
        "avif": FileType(kind: .image, marks: [(4, Array("ftyp".utf8))]),
        "mp3": FileType(
            kind: .sound,
            marks: [
                (0, Array("ID3".utf8)), (0, [0xFF, 0xFB]), (0, [0xFF, 0xF3]), (0, [0xFF, 0xF2]),
                (0, [0xFF, 0xFA]),
            ]),
        "m4a": mp4, "ogg": ogg, "oga": ogg, "opus": ogg,
        "wav": FileType(kind: .sound, marks: [(8, Array("WAVE".utf8))]),
        "flac": FileType(kind: .sound, marks: [(0, Array("fLaC".utf8))]),
    ]
}
