/// The help pages of a command that show an option.
package enum Visibility: Sendable {
    /// The short page that `--help` prints, and the page of all options.
    case common
    /// The page of all options. `--help` prints this page if the command has few options.
    case standard
}
