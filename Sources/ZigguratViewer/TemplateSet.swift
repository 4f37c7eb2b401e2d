import FoundationEssentials
internal import ZigguratSystem

/// The templates that pages are made from: those of the library, or a person's own in the place of
/// some of them.
public struct TemplateSet: Sendable {
    /// A template of somebody's own.
    public struct Own: Hashable, Sendable {
        /// What messages call it: the path of its file.
        public var place: String
        public var bytes: [UInt8]

        public init(place: String, bytes: [UInt8]) {
            self.place = place
            self.bytes = bytes
        }
    }

    /// The library's own.
    public static let builtIn = TemplateSet()

    /// What templates are called: a page's, then the gallery's.
    public static let names = Asset.templates.map(\.name)

    private let own: [String: Own]

    private init() { own = [:] }

    /// Templates of somebody's own, by name, in the place of the library's.
    ///
    /// Throws a ``ViewerError`` where one of them has a mistake, with its file and line.
    public init(replacing own: [String: Own]) throws {
        self.own = own
        for (name, template) in own.sorted(by: { $0.key < $1.key }) {
            guard Self.names.contains(name) else {
                throw ViewerError(
                    "\(template.place): no template is called so; there are "
                        + Self.names.joined(separator: ", "))
            }
        }
        try TemplateCheck.run(self)
    }

    /// The bytes of a template; nothing where none is called so.
    public func bytes(_ name: String) -> [UInt8] {
        own[name]?.bytes ?? Asset.templates.first { $0.name == name }?.bytes ?? []
    }

    /// Tells apart what pages were made from; nil where that is the library's own alone.
    public var digest: String? {
        guard !own.isEmpty else { return nil }
        var all: [UInt8] = []
        for (name, template) in own.sorted(by: { $0.key < $1.key }) {
            all += Array("\(name) \(template.bytes.count)\n".utf8) + template.bytes
        }
        return SHA256.digest(of: all).hex
    }

    func template(_ name: String) -> Template {
        Template(name: place(of: name), bytes: bytes(name))
    }

    /// What messages call a template.
    func place(of name: String) -> String { own[name]?.place ?? name }

    func text(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }

    /// Several scripts as one, in an order in which they may run.
    func script(_ names: [String]) -> [UInt8] {
        Array(names.map { bytes($0) }.joined(separator: [UInt8(ascii: "\n")]))
    }
}
