internal import CommandLineParsing
internal import ZigguratKit

extension PathArgument {
    /// The path as text; the library takes no other names.
    func textOrError() throws(ZigguratError) -> String {
        guard let text else {
            throw ZigguratError(CommandFailure.pathNotUTF8, raw.escaped)
        }
        return text
    }
}

extension [PathArgument] {
    /// The paths that are UTF-8, and errors for the others.
    func texts() -> ([String], [ZigguratError]) {
        var texts: [String] = []
        var errors: [ZigguratError] = []
        for path in self {
            do throws(ZigguratError) {
                texts.append(try path.textOrError())
            } catch {
                errors.append(error)
            }
        }
        return (texts, errors)
    }
}
