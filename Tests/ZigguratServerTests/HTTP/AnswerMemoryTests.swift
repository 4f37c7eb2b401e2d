import Testing

@testable import ZigguratServer

@Suite struct AnswerMemoryTests {
    @Test func `Large responses hold a limited number of bytes in memory`() {
        let memory = AnswerMemory(limit: 1000)
        let bytes = [UInt8](repeating: 1, count: 400)
        var bodies = (0..<3).map { _ in AnswerBody(bytes, memory) }
        #expect(bodies.map { $0 != nil } == [true, true, false])
        bodies = []
        #expect(AnswerBody([UInt8](repeating: 1, count: 1000), memory) != nil)
        #expect(AnswerBody([UInt8](repeating: 1, count: 1001), memory) == nil)
    }
}
