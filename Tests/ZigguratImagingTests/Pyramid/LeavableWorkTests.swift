import Foundation
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@testable import ZigguratImaging

/// What does not listen is left alone.
@Suite struct LeavableWorkTests {
    @Test func `Work is waited for as long as it is wanted`() throws {
        let isDone = Monitor(false)
        var questions = 0
        try LeavableWork.run {
            questions += 1
            return true
        } _: {
            usleep(250_000)
            isDone.change { $0 = true }
        }
        #expect(isDone.withLock { $0 })
        #expect(questions >= 1)
    }

    /// The work ends only when this test has said so, after nobody waits for it any more.
    @Test func `Work that nobody wants is left alone`() {
        let (mayEnd, hasEnded) = (Monitor(false), Monitor(false))
        var questions = 0
        let error = #expect(throws: ZigguratError.self) {
            try LeavableWork.run {
                questions += 1
                return questions < 3
            } _: {
                _ = mayEnd.wait { $0 ? true : nil }
                hasEnded.change { $0 = true }
            }
        }
        #expect(error?.code == .cancelled)
        #expect(questions == 3)
        #expect(!hasEnded.withLock { $0 })
        mayEnd.change { $0 = true }
        _ = hasEnded.wait { $0 ? true : nil }
    }

    @Test func `Waiting ends in time, and at an answer`() {
        let number = Monitor(0)
        #expect(number.wait(milliseconds: 20) { $0 == 0 ? nil : $0 } == nil)
        number.change { $0 = 7 }
        #expect(number.wait(milliseconds: 60_000) { $0 == 0 ? nil : $0 } == 7)
    }
}
