/// The properties of a set that declare something, by name, in the order of help.
///
/// Reflection finds them: a property wrapper around `tileSize` is a stored property called
/// `_tileSize`. It asks Swift's runtime about the type of every property, which looks through all
/// conformances of the program for an answer: a set of many properties that is wanted at once
/// lists them instead.
///
///     var declared: DeclaredProperties { ["tileSize": _tileSize, "overlap": _overlap] }
///
/// `DeclarationCheck` holds such a list against what reflection finds.
struct DeclaredProperties: ExpressibleByDictionaryLiteral, Sendable {
    struct Property: Sendable {
        let name: String
        let declaration: any Declaration
    }

    let properties: [Property]

    init(dictionaryLiteral elements: (String, any Declaration)...) {
        properties = elements.map { Property(name: $0.0, declaration: $0.1) }
    }

    init(reflecting set: any ParameterSet) {
        properties = Mirror(reflecting: set).children.compactMap { child in
            guard let declaration = child.value as? any Declaration, let label = child.label else {
                return nil
            }
            return Property(name: String(label.drop { $0 == "_" }), declaration: declaration)
        }
    }

    var names: [String] { properties.map(\.name) }

    var contents: [DeclaredContent] { properties.map { $0.declaration.content(of: $0.name) } }
}
