import Testing
import ZigguratSystem

/// Errors of the library.
@Suite struct ZigguratErrorTests {
    private let failure = FileError(.write, .diskFull)

    @Test func descriptionIsOneLine() {
        #expect(ZigguratError(failure).description == "\(failure)")
        let other = FileError(.write, .other)
        #expect(
            ZigguratError(other, "/x", cause: .library("quota")).description
                == "/x: \(other) (quota)")
    }

    @Test func aCauseThatTheReasonStatesIsNotRepeated() {
        #expect(ZigguratError(failure, "/x", cause: .system(28)).description == "/x: \(failure)")
    }

    @Test func theSameFailureAboutAnotherFile() {
        #expect(ZigguratError(failure, "a").about("b") == ZigguratError(failure, "b"))
        #expect(ZigguratError(failure, "a").orAbout("b") == ZigguratError(failure, "a"))
        #expect(ZigguratError(failure).orAbout("b") == ZigguratError(failure, "b"))
    }
}
