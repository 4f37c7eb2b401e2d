internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSources
package import ZigguratSystem

extension Manifest {
    /// The file that an export was made from.
    public struct Source: Hashable, Sendable, Codable {
        /// The file's name without its folder.
        public let file: String
        public let bytes: Int
        /// The modification time of the file, in seconds since 1970 with nine decimals. A time
        /// after `SOURCE_DATE_EPOCH` is replaced by `SOURCE_DATE_EPOCH`.
        public let modified: String
        /// The hash of the file's path relative to the destination, which distinguishes files with
        /// equal names.
        ///
        /// `nil` for standard input, for repacked exports and in exports of older versions.
        package var place: String?

        package init(file: String, bytes: Int, modified: String, place: String? = nil) {
            (self.file, self.bytes, self.modified, self.place) = (file, bytes, modified, place)
        }
    }
}

extension Manifest.Source {
    package init(path: String) throws(ZigguratError) {
        guard let attributes = SourceImage.attributes(of: path) else {
            throw ZigguratError(SourceError.notFound, path)
        }
        file = Path.name(of: path)
        bytes = attributes.byteCount
        let (seconds, epoch) = (attributes.modified.seconds, SourceDateEpoch.seconds)
        if let epoch, epoch <= seconds {
            modified = Self.text(of: epoch)
        } else {
            modified = attributes.modified.decimalText
        }
    }

    /// Returns the source with the hash of its path, for an export into a given folder.
    package func located(at path: String, in destination: String) -> Self {
        var source = self
        // Standard input is copied to a different path in each run.
        guard !ExportName.isStandardInput(path), let file = FileSystem.resolved(path) else {
            return source
        }
        let base = FileSystem.resolvedBeyondEnd(destination)
        source.place = String(XXH3.hash(Self.relative(file, to: base)), radix: 16)
        return source
    }

    /// The modification time, in seconds since 1970.
    package var seconds: Int? { modified.split(separator: ".").first.flatMap { Int($0) } }

    /// Whether an equal size and time prove that the source is unchanged. This is not the case if
    /// the time is `SOURCE_DATE_EPOCH`, which can stand for any later time.
    var isComparable: Bool {
        SourceDateEpoch.seconds.map { modified != Self.text(of: $0) } ?? true
    }

    /// Whether the file is unchanged since an export was made from it.
    package func isUnchanged(since old: Self) -> Bool {
        isComparable && (file, bytes, modified) == (old.file, old.bytes, old.modified)
    }

    /// Whether this source is a different file than the source of an export, rather than a later
    /// version of that source. A file that was moved or renamed keeps its size and time.
    package func isOther(than old: Self) -> Bool {
        if isComparable, (bytes, modified) == (old.bytes, old.modified) { return false }
        guard let place, let oldPlace = old.place else { return file != old.file }
        return place != oldPlace
    }

    private static func text(of seconds: Int) -> String {
        FileAttributes.Time(seconds: seconds, nanoseconds: 0).decimalText
    }

    /// Returns the relative path from a folder to a file. Both paths are absolute.
    private static func relative(_ file: String, to folder: String) -> String {
        let (parts, base) = (file.split(separator: "/"), folder.split(separator: "/"))
        var shared = 0
        while shared < min(parts.count, base.count), parts[shared] == base[shared] { shared += 1 }
        let up = Array(repeating: "..", count: base.count - shared)
        return (up + parts[shared...].map(String.init)).joined(separator: "/")
    }
}

/// The copy of the source in an export.
package struct SourceCopy {
    package static let folder = "original"

    package let file: String
    package let bytes: Int

    /// - Returns: `nil` if the settings do not request a copy.
    package init?(of source: Manifest.Source, _ settings: ExportSettings) {
        guard settings.includesSource else { return nil }
        file = source.file
        bytes = source.bytes
    }

    package func path(in fixity: ExportSettings.Fixity) -> String {
        "\(fixity.payload)\(Self.folder)/\(file)"
    }
}
