internal import ZigguratSystem

/// The program itself.
package enum Ziggurat {
    /// The version of the git tag from which the program is built, or else of the sources.
    package static let version = BuildInformation.tag ?? sourceVersion
    /// The version that these sources are, or become.
    private static let sourceVersion = "0.1.0"
    package static let name = "Ziggurat"
    package static let generator = "\(name) \(version)"

    /// Whether the generator that a file names is this program, in any version.
    package static func isGenerator(_ generator: String) -> Bool {
        generator.hasPrefix("\(name) ")
    }
}
