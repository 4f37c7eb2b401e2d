/// A struct with arguments, options and flags: a command, or options that several commands share.
///
///     struct TileOptions: ParameterSet {
///         static let exclusions = [["--lossless", "--quality"]]
///
///         @Option(.range(1...100), short: "q", help: "JPEG quality")
///         var quality: Int?
///
///         @Flag(help: "Lossless tiles")
///         var lossless: Bool
///     }
package protocol ParameterSet: Sendable {
    init()

    /// Groups of long names that exclude each other: a command line may contain at most one name of
    /// a group. The names may belong to other sets of the command.
    static var exclusions: [[String]] { get }

    /// Checks the values together, after all values have been read.
    func validate() throws(CommandLineError)
}

extension ParameterSet {
    package static var exclusions: [[String]] { [] }
    package func validate() throws(CommandLineError) {}
}

/// A property wrapper that declares a parameter or a set of parameters. Reflection finds the
/// wrappers.
protocol Declaration: Sendable {
    var content: DeclaredContent { get }
}

/// The content of a declaration.
enum DeclaredContent: Sendable {
    case parameter(Parameter)
    /// A set of options. If it has a title, help shows the options under the title.
    case set(any ParameterSet, title: String?)
}

/// Declares a set of options that several commands share or that help shows under a title.
///
///     @OptionGroup("Tiles") var tiles: TileOptions
@propertyWrapper
package struct OptionGroup<Members: ParameterSet>: Declaration {
    package let wrappedValue = Members()
    private let title: String?

    package init(_ title: String? = nil) {
        self.title = title
    }

    var content: DeclaredContent { .set(wrappedValue, title: title) }
}

/// All parameters of one instance of a command, found by reflection.
///
/// Property wrappers store values by reference, so the command reads the values that are stored
/// here.
struct Declarations: Sendable {
    /// Parameters under one title of the help; the title is `nil` for the command's own parameters.
    struct Section: Sendable {
        let title: String?
        var parameters: [Parameter]
    }

    private(set) var sections: [Section] = []
    private(set) var exclusions: [[String]] = []
    private var sets: [any ParameterSet] = []

    init(of set: any ParameterSet) {
        collect(set, title: nil)
    }

    /// All parameters in the order of help, section by section.
    var parameters: [Parameter] { sections.flatMap(\.parameters) }
    var arguments: [Parameter] { parameters.filter { $0.kind == .argument } }
    var options: [Parameter] { parameters.filter { $0.kind != .argument } }

    /// Returns the option or flag with a name such as `--layout` or `-l`.
    func option(_ spelling: String) -> Parameter? {
        options.first { $0.isNamed(spelling) }
    }

    private mutating func collect(_ set: any ParameterSet, title: String?) {
        for child in Mirror(reflecting: set).children {
            guard let declaration = child.value as? any Declaration, let label = child.label else {
                continue
            }
            switch declaration.content {
            case .parameter(var parameter):
                // A wrapped property `tileSize` is stored as `_tileSize`.
                parameter.property = Wording.kebab(String(label.dropFirst()))
                append(parameter, title: title)
            case .set(let members, let ownTitle): collect(members, title: ownTitle ?? title)
            }
        }
        exclusions += type(of: set).exclusions
        sets.append(set)
    }

    private mutating func append(_ parameter: Parameter, title: String?) {
        if let index = sections.firstIndex(where: { $0.title == title }) {
            sections[index].parameters.append(parameter)
        } else {
            sections.append(Section(title: title, parameters: [parameter]))
        }
    }

    /// Stores the values that were found. Then each set checks its values together.
    func accept(
        _ found: [Parameter.Occurrence], of command: CommandEntry
    ) throws(CommandLineError) {
        let parameters = parameters
        for (index, parameter) in parameters.enumerated() {
            let occurrences = found.filter { $0.parameter == index }
            guard !occurrences.isEmpty else { continue }
            if occurrences.count > 1, !parameter.repeats { throw .givenTwice(parameter.title) }
            if parameter.hasLanguages {
                var names: Set<String> = []
                for occurrence in occurrences where !names.insert(occurrence.spelling).inserted {
                    throw .givenTwice(occurrence.spelling)
                }
            }
            try parameter.accept(occurrences, parameter)
        }
        for names in exclusions {
            let given = names.filter { name in
                found.contains { parameters[$0.parameter].title == name }
            }
            if given.count > 1 { throw .exclusive(given) }
        }
        for (index, parameter) in parameters.enumerated()
        where parameter.isRequired && !found.contains(where: { $0.parameter == index }) {
            throw parameter.kind == .argument
                ? .missingArgument(parameter.name, usage: command.usage)
                : .missingOption(parameter.title, label: parameter.valueLabel)
        }
        for set in sets { try set.validate() }
    }
}
