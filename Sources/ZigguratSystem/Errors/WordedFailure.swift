// To be deleted: a reason that is still a sentence. Each module replaces its own.
package struct WordedFailure: FailureReason {
    package let code: ZigguratError.Code
    package let problem: String
    package let remedy: String
}

extension ZigguratError {
    public init(_ code: Code, _ subject: String, _ problem: String, remedy: String = "") {
        self.init(WordedFailure(code: code, problem: problem, remedy: remedy), subject)
    }

    public var problem: String { (reason as? WordedFailure)?.problem ?? "\(reason)" }
    public var remedy: String { (reason as? WordedFailure)?.remedy ?? "" }
}

extension ZigguratError: CustomStringConvertible {
    public var description: String {
        var line = subject.isEmpty ? problem : "\(subject): \(problem)"
        if let cause { line += " (\(cause))" }
        if !remedy.isEmpty { line += "; \(remedy)" }
        return line
    }
}
