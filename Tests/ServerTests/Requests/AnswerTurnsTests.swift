import Shared
import Synchronization
import TestSupport
import Testing

@testable import Server

/// Large answers are made a few at a time, and one person's do not keep others waiting.
@Suite(.timeLimit(.usual))
struct AnswerTurnsTests {
    private let greedy = Asker.person(PersonID(high: 1, low: 1))
    private let other = Asker.person(PersonID(high: 1, low: 2))

    @Test func `no more are made at a time than there are turns`() async throws {
        let turns = AnswerTurns(count: 3)
        let seen = Seen()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 {
                group.addTask { [greedy] in
                    let turn = AnswerTurn(of: turns)
                    try await turn.begin(for: greedy)
                    let count = seen.present.withLock {
                        $0 += 1; return $0
                    }
                    seen.most.withLock { $0 = max($0, count) }
                    for _ in 0..<20 { await Task.yield() }
                    seen.present.withLock { $0 -= 1 }
                    turn.end()
                }
            }
            try await group.waitForAll()
        }
        #expect((1...3).contains(seen.most.withLock(\.self)))
    }

    @Test func `who waits alone comes after one of those who wait with many`() async throws {
        let turns = AnswerTurns(count: 1)
        let held = AnswerTurn(of: turns)
        try await held.begin(for: greedy)
        let seen = Seen()
        try await withThrowingTaskGroup(of: Void.self) { group in
            func ask(_ name: String, _ asker: Asker, _ count: Int) async throws {
                group.addTask {
                    let turn = AnswerTurn(of: turns)
                    try await turn.begin(for: asker)
                    seen.order.withLock { $0.append(name) }
                    turn.end()
                }
                try await waiting { turns.waitingCount >= count }
            }
            for index in 1...3 { try await ask("greedy \(index)", greedy, index) }
            try await ask("other", other, 4)
            held.end()
            try await group.waitForAll()
        }
        #expect(seen.order.withLock(\.self).firstIndex(of: "other") == 1)
    }

    @Test func `nobody makes a queue without an end`() async throws {
        let turns = AnswerTurns(count: 1)
        let held = AnswerTurn(of: turns)
        try await held.begin(for: greedy)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<64 {
                group.addTask { [greedy] in
                    let turn = AnswerTurn(of: turns)
                    try await turn.begin(for: greedy)
                    turn.end()
                }
            }
            try await waiting { turns.waitingCount >= 64 }
            await #expect(throws: Problem.self) {
                try await AnswerTurn(of: turns).begin(for: greedy)
            }
            held.end()
            try await group.waitForAll()
        }
    }

    /// What the tasks of one test note.
    private final class Seen: Sendable {
        /// How many make an answer now.
        let present = Mutex(0)
        let most = Mutex(0)
        let order = Mutex<[String]>([])
    }
}
