/// What went wrong, with what, and what to do about it: the one error that Ziggurat throws.
///
/// `description` is one line for a person: `photo.jpg: the file ends early; …`.
public struct ZigguratError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure, for programs; the sentence in ``problem`` is for people.
    public enum Code: String, Hashable, Sendable, Codable {
        /// The source cannot be opened or read.
        case unreadableSource
        /// The file is there, but no loader knows it.
        case unknownFormat
        /// The file's format has a decoder that is not held to be safe, and nobody allowed it.
        case untrustedSource
        /// The source ends before its picture does.
        case truncatedSource
        /// The picture is there, but its content is broken or too large to handle.
        case invalidSource
        /// A pyramid that is to be read is broken, or none that is known.
        case invalidPyramid
        /// The wishes contradict each other or the layout.
        case invalidOptions
        /// A file or folder cannot be written.
        case unwritable
        /// Two sources, or two tiles, want the same name.
        case nameClash
        /// A tile could not be encoded.
        case encodingFailed
        /// A page or a descriptor could not be made.
        case renderingFailed
        /// A server cannot be started where it was to listen.
        case cannotListen
        /// A program that is needed is missing, or too old.
        case missingProgram
        /// Something could not be brought to a remote, or taken away there.
        case publishingFailed
        /// Somebody asked to stop.
        case cancelled
    }

    public let code: Code
    /// The file, level or tile that it is about; empty where there is none.
    public let subject: String
    /// What went wrong, without the subject and without a full stop.
    public let problem: String
    /// What to do about it; empty where nobody can say.
    public let remedy: String

    public init(_ code: Code, _ subject: String, _ problem: String, remedy: String = "") {
        self.code = code
        self.subject = subject
        self.problem = problem
        self.remedy = remedy
    }

    public var description: String {
        var line = subject.isEmpty ? problem : "\(subject): \(problem)"
        if !remedy.isEmpty { line += "; \(remedy)" }
        return line
    }

    /// The same failure, said of something else: a reader knows what broke, its caller knows in
    /// which file.
    public func about(_ subject: String) -> ZigguratError {
        ZigguratError(code, subject, problem, remedy: remedy)
    }

    /// The same, about something where it does not say yet what it is about.
    public func orAbout(_ subject: String) -> ZigguratError {
        self.subject.isEmpty ? about(subject) : self
    }
}
