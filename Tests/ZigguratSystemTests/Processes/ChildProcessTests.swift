import Testing
import ZigguratSystem

@Suite struct ChildProcessTests {
    private func run(
        _ arguments: [String], input: [UInt8] = [], isCancelled: () -> Bool = { false }
    ) throws -> (result: ChildProcess.Result, errors: [String]) {
        var errors: [String] = []
        let shell = try #require(ChildProcess.path(of: "sh"))
        let result = try ChildProcess.run(
            shell, arguments, input: input, isCancelled: isCancelled
        ) { errors.append(String(decoding: $0, as: UTF8.self)) }
        return (result, errors)
    }

    @Test func `Streams and the exit status are passed on`() throws {
        let run = try run(
            ["-c", "cat; echo one >&2; echo >&2; printf two >&2; exit 3"], input: [65, 66])
        #expect(run.result.status == 3)
        #expect(run.result.output == [65, 66])
        #expect(run.errors == ["one", "two"])
    }

    @Test func `A signal is part of the exit status`() throws {
        #expect(try run(["-c", "kill -9 $$"]).result.status == 128 + 9)
    }

    @Test func `A cancelled program is terminated`() throws {
        #expect(try run(["-c", "exec sleep 60"], isCancelled: { true }).result.status == 128 + 15)
    }

    @Test func `A program that cannot be started is reported`() throws {
        #expect(ChildProcess.path(of: "ziggurat-no-such-program") == nil)
        let error = #expect(throws: ZigguratError.self) {
            try ChildProcess.run("/dev/null", [], isCancelled: { false }, errorLine: { _ in })
        }
        #expect(error?.reason as? ProcessError == .cannotStart)
        #expect(error?.cause != nil)
    }
}
