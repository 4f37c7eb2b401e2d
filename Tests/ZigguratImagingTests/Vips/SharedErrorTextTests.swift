import Foundation
import Testing
import ZigguratSystem

@testable import ZigguratImaging

@Suite struct SharedErrorTextTests {
    @Test func `A call that fails alone has its messages`() {
        let library = Library()
        let error = #expect(throws: DecoderMessages.self) { try library.fail("a") }
        #expect(error?.lines == ["a"])
    }

    @Test func `Calls that fail one after the other have their own messages`() {
        let library = Library()
        for name in ["a", "b"] {
            let error = #expect(throws: DecoderMessages.self) { try library.fail(name) }
            #expect(error?.lines == [name])
        }
    }

    @Test func `Messages of calls that fail at the same time are omitted`() {
        let library = Library()
        let both = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        let failures = ConditionLocked<[[String]]>([])
        // Each call fails while the other call runs.
        _ = ConcurrentWork.map(below: 2, threads: 2) { number in
            do throws(DecoderMessages) {
                try library.fail("\(number)") {
                    both[1 - number].signal()
                    both[number].wait()
                }
            } catch { failures.change { $0.append(error.lines) } }
        }
        #expect(failures.withLock { $0 } == [[], []])
    }

    @Test func `A message of a call that succeeds is not another call's`() throws {
        let library = Library()
        let error = #expect(throws: DecoderMessages.self) {
            try library.fail("a") { try? library.warn("b") }
        }
        #expect(error?.lines == [])
        try library.warn("c")
        let next = #expect(throws: DecoderMessages.self) { try library.fail("d") }
        #expect(next?.lines == ["d"])
    }

    @Test func `A repeatable call reports its message, even if other calls run`() throws {
        let library = Library()
        var calls = 0
        var error: DecoderMessages?
        try library.warn("b") {
            error = #expect(throws: DecoderMessages.self) {
                try library.failRepeatable("a") { calls += 1 }
            }
        }
        #expect(error?.lines == ["a"] && calls == 2)
    }

    @Test(
        "A repeatable call has no message only if each attempt meets another message",
        arguments: [(messages: 1, own: ["a"]), (messages: 4, own: ["a"]), (messages: 5, own: [])])
    func repeated(messages: Int, own: [String]) {
        let library = Library()
        var calls = 0
        let error = #expect(throws: DecoderMessages.self) {
            try library.failRepeatable("a") {
                calls += 1
                // The other call takes the message of this call.
                if calls <= messages { try? library.warn("b") }
            }
        }
        #expect(error?.lines == own && calls == min(messages + 1, 5))
    }

    @Test func `A call that lacks memory fails, although the library returns a value`() {
        let library = Library()
        let error = #expect(throws: DecoderMessages.self) {
            try library.warn("vips_malloc: out of memory -- size 4MB")
        }
        #expect(error?.reportMemory == true)
        #expect(throws: Never.self) { try library.warn("an odd field") }
    }
}

/// A library with one error text for all threads.
private final class Library: Sendable {
    private let lines: ConditionLocked<[String]>
    private let text: SharedErrorText

    init() {
        let lines = ConditionLocked<[String]>([])
        self.lines = lines
        text = SharedErrorText(
            hasLines: { lines.withLock { !$0.isEmpty } },
            takeLines: {
                lines.withLock { lines in
                    defer { lines = [] }
                    return lines
                }
            })
    }

    /// Makes a call that leaves a message and fails after `work`.
    func fail(_ message: String, work: () -> Void = {}) throws(DecoderMessages) {
        _ = try text.run { () -> Int? in
            lines.withLock { $0.append(message) }
            work()
            return nil
        }
    }

    /// Makes a repeatable call that leaves a message and then fails after `work`.
    func failRepeatable(_ message: String, work: () -> Void) throws(DecoderMessages) {
        _ = try text.runRepeatable { () -> Int? in
            lines.withLock { $0.append(message) }
            work()
            return nil
        }
    }

    /// Makes a call that runs `work`, leaves a message, and succeeds.
    func warn(_ message: String, work: () -> Void = {}) throws(DecoderMessages) {
        _ = try text.run { () -> Int? in
            work()
            lines.withLock { $0.append(message) }
            return 0
        }
    }
}
