/// The options of a command line and of the environment variable.
package struct GivenOptions: Sendable {
    let parameters: [Parameter]
    let found: [Parameter.Occurrence]

    /// Returns the options as words with absolute paths, such as `--output=/data/public`. The words
    /// can be parsed without argument files and without the environment variable.
    ///
    /// - Parameters:
    ///   - set: the set whose options are returned.
    ///   - folder: the folder to which relative paths refer.
    package func words(of set: any ParameterSet, in folder: String) -> [String] {
        let titles = Set(Declarations(of: set).options.map(\.title))
        return found.compactMap { occurrence in
            let parameter = parameters[occurrence.parameter]
            guard titles.contains(parameter.title) else { return nil }
            let title = parameter.title(as: occurrence.spelling)
            guard let value = occurrence.value?.text else { return title }
            let isRelative = parameter.isPath && value.utf8.first != UInt8(ascii: "/")
            return "\(title)=\(isRelative ? "\(folder)/" : "")\(value)"
        }
    }
}

extension Parameter {
    /// Whether the value is a path of a file or a folder.
    fileprivate var isPath: Bool {
        switch value?.completion {
        case .files, .folders: true
        default: false
        }
    }
}
