internal import Glibc
internal import ZigguratSystem

extension ExportBatch {
    /// The files in a folder that are exported. Hidden files, hidden folders, and folders of
    /// Ziggurat are never searched.
    public struct Selection: Hashable, Sendable {
        /// Whether subfolders are searched, too. Links to folders are not followed.
        public var isRecursive = false
        /// Patterns of the files to export; empty for every image.
        ///
        /// `*` matches any characters, `?` matches one character, and `[a-z]` matches one character
        /// of a set. Case is ignored. A pattern without a slash is compared with the name of a
        /// file. A pattern with a slash is compared with the file's path in the folder; in this
        /// case `*` also matches slashes.
        public var included: [String] = []
        /// Patterns of the files and folders to skip.
        public var excluded: [String] = []

        public init(
            isRecursive: Bool = false, included: [String] = [], excluded: [String] = []
        ) {
            (self.isRecursive, self.included, self.excluded) = (isRecursive, included, excluded)
        }

        /// - Parameter path: the path relative to the searched folder.
        func takes(_ path: String) -> Bool {
            (included.isEmpty || Self.matches(path, included)) && !skips(path)
        }

        /// Whether a file is skipped, or a folder with all of its files.
        func skips(_ path: String) -> Bool { Self.matches(path, excluded) }

        private static func matches(_ path: String, _ patterns: [String]) -> Bool {
            let name = Path.name(of: path)
            return patterns.contains { pattern in
                let hasSlash = pattern.utf8.contains(UInt8(ascii: "/"))
                // `1 << 4` is FNM_CASEFOLD, a GNU extension. `unsafe`: Swift keeps both C strings
                // until the call returns.
                return unsafe fnmatch(pattern, hasSlash ? path : name, 1 << 4) == 0
            }
        }
    }
}
