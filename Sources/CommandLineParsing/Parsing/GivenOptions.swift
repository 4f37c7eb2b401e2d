/// The options of a command line and of the environment variable.
package struct GivenOptions: Sendable {
    let parameters: [Parameter]
    let found: [Parameter.Occurrence]

    /// Returns the options as words with absolute paths, such as `--output=/data/public`. The words
    /// do not depend on argument files and the environment variable.
    ///
    /// - Parameters:
    ///   - set: only its options are returned.
    ///   - folder: the folder that relative paths belong to.
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
    /// Whether the value is the path of a file or a folder.
    fileprivate var isPath: Bool {
        switch value?.completion {
        case .files, .folders: true
        default: false
        }
    }
}
