/// The properties of a set that declare something, in the order of help, by their names as options
/// are written.
///
/// Reflection finds them: a property wrapper around `tileSize` is a stored property called
/// `_tileSize`. It asks Swift's runtime about the type of every property, which looks through all
/// conformances of the program for an answer: a set of many properties that is wanted at once
/// lists them instead.
///
///     var declared: DeclaredProperties { ["tile-size": $tileSize, "overlap": $overlap] }
///
/// `DeclarationCheck` holds such a list against what reflection finds.
struct DeclaredProperties: ExpressibleByDictionaryLiteral, Sendable {
    let properties: [(name: String, content: DeclaredContent)]

    init(dictionaryLiteral elements: (String, DeclaredContent)...) {
        properties = elements.map { (name: $0.0, content: $0.1) }
    }

    init(reflecting set: any ParameterSet) {
        properties = Mirror(reflecting: set).children.compactMap { child in
            guard let declaration = child.value as? any Declaration, let label = child.label else {
                return nil
            }
            let name = Wording.kebab(String(label.drop { $0 == "_" }))
            return (name, declaration.projectedValue)
        }
    }

    var names: [String] { properties.map(\.name) }
}
