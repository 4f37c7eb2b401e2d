/// On which help page of a command an option appears.
package enum Visibility: Sendable {
    /// On the short page that `--help` prints, and on the page of all options.
    case common
    /// On the page of all options. `--help` prints it, too, if the command has few options.
    case standard
}
