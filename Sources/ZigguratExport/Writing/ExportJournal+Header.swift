internal import FoundationEssentials
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

extension ExportJournal {
    /// What an export is made of. An interrupted export is continued by one with an equal header.
    struct Header: Equatable, Codable {
        let name: String
        /// The absolute path of the source, without symbolic links.
        let path: String
        private let source: Stamp
        private let settings: ExportSettings
        private let allowsDamaged: Bool
        /// Another version may encode tiles otherwise.
        private let program: Program

        /// - Returns: `nil` if the source or the program cannot be identified.
        init?(_ plan: ExportPlan, trust: SourceRequest.Trust) {
            guard let path = FileSystem.resolved(plan.sourcePath),
                let source = plan.source.attributes, let program = Program.current
            else { return nil }
            (name, self.path, settings) = (plan.name, path, plan.settings)
            (self.source, self.program) = (Stamp(source), program)
            allowsDamaged = trust.allowsDamaged
        }

        init?(json: [UInt8]) {
            guard let header = try? JSONDecoder().decode(Self.self, from: Data(json)) else {
                return nil
            }
            self = header
        }

        /// Whether the source and the program are still the same.
        var canBeContinued: Bool {
            program == Program.current
                && SourceImage.attributes(of: path).map { Stamp($0) } == source
        }
    }

    private struct Program: Equatable, Codable {
        let generator: String
        let file: Stamp

        static let current = FileSystem.attributes(of: "/proc/self/exe").map {
            Program(generator: Ziggurat.generator, file: Stamp($0))
        }
    }

    /// The identity of a file. The number of its device is left out: it may change when the
    /// machine starts.
    private struct Stamp: Equatable, Codable {
        let bytes: Int
        let inode: UInt64
        /// Seconds and nanoseconds.
        let modified: [Int]
        /// Changes with the content, and no program can set it.
        let changed: [Int]

        init(_ file: FileAttributes) {
            (bytes, inode) = (file.byteCount, file.identity.inode)
            modified = [file.modified.seconds, file.modified.nanoseconds]
            changed = [file.changed.seconds, file.changed.nanoseconds]
        }
    }
}
