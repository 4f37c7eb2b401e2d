internal import Glibc
internal import ZigguratSystem

extension ExportBatch {
    /// Which files of a folder are exported. Hidden files and folders, and folders of Ziggurat, are
    /// never searched.
    public struct Selection: Hashable, Sendable {
        /// Whether folders in a folder are searched, too. Links to folders are not followed.
        public var isRecursive = false
        /// Patterns of the files to export; empty for every image.
        ///
        /// `*` stands for any characters, `?` for one, `[a-z]` for one of a set; letters match in
        /// either case. A pattern without a slash is compared with the name of the file, any other
        /// with its path in the folder, where `*` stands for slashes, too.
        public var included: [String] = []
        /// Patterns of the files and folders to skip.
        public var excluded: [String] = []

        public init(
            isRecursive: Bool = false, included: [String] = [], excluded: [String] = []
        ) {
            (self.isRecursive, self.included, self.excluded) = (isRecursive, included, excluded)
        }

        /// - Parameter path: relative to the folder that is searched.
        func takes(_ path: String) -> Bool {
            (included.isEmpty || Self.matches(path, included)) && !skips(path)
        }

        /// Whether a file, or a folder with all its files, is skipped.
        func skips(_ path: String) -> Bool { Self.matches(path, excluded) }

        private static func matches(_ path: String, _ patterns: [String]) -> Bool {
            let name = Path.name(of: path)
            return patterns.contains { pattern in
                let hasSlash = pattern.utf8.contains(UInt8(ascii: "/"))
                // FNM_CASEFOLD, an extension of GNU. `unsafe`: Swift keeps both C strings until the
                // call returns.
                return unsafe fnmatch(pattern, hasSlash ? path : name, 1 << 4) == 0
            }
        }
    }
}
