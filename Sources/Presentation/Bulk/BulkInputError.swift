import Shared

/// Why rows cannot be recorded; nothing of the file was taken.
package struct BulkInputError: Error, Hashable, Sendable {
    /// At least one, ascending by line.
    package let problems: [RowProblem]

    /// Whether rows behind those were not looked at.
    package let isCut: Bool

    package init(problems: [RowProblem], isCut: Bool = false) {
        self.problems = problems
        self.isCut = isCut
    }

    /// How many rows have a problem.
    package var rowCount: Int { Set(problems.map(\.line)).count }

    /// Each problem once with all the lines that have it, such as `lines 2, 5-900: …`.
    package var summary: [String] {
        var lines: [String: [Int]] = [:]
        var causes: [String] = []
        for problem in problems {
            let column = problem.column.map { ", column \($0)" } ?? ""
            let cause = "\(column): \(problem.advice)"
            if lines[cause] == nil { causes.append(cause) }
            lines[cause, default: []].append(problem.line)
        }
        let more = isCut ? ["what follows was not looked at: mend these first"] : []
        return causes.map { Self.words(lines[$0] ?? []) + $0 } + more
    }

    private static func words(_ lines: [Int]) -> String {
        var runs: [ClosedRange<Int>] = []
        for line in lines {
            if let last = runs.last, line <= last.upperBound + 1 {
                runs[runs.count - 1] = last.lowerBound...max(line, last.upperBound)
            } else {
                runs.append(line...line)
            }
        }
        let parts = runs.map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
        }
        return (Set(lines).count == 1 ? "line " : "lines ") + parts.joined(separator: ", ")
    }
}

/// One thing that is wrong with a row, and what to do about it.
package struct RowProblem: Hashable, Sendable {
    /// The line of the file on which the row begins, from 1.
    package let line: Int
    /// The column as the file names it, cut where that is long; nil for the row as a whole.
    package let column: String?
    /// A clause without capital and full stop, such as `give the state's id`.
    package let advice: String

    /// Longer than anything that we say ourselves, with the words of a file in it.
    private static let adviceBytesMax = 4_000

    package init(line: Int, column: String?, advice: String) {
        self.line = line
        self.column = column?.brief
        self.advice = advice.cut(Self.adviceBytesMax)
    }
}

/// Gathers what is wrong with rows, as much as anybody reads.
package struct BulkProblems {
    private static let problemsMax = 10_000

    private var told: [RowProblem] = []

    package init() {}

    /// How many were reported.
    private(set) var count = 0

    package var isEmpty: Bool { count == 0 }

    /// Whether nobody would read more of it: a pipe without an end is not read for ever.
    var isFull: Bool { count >= Self.problemsMax }

    package mutating func report(_ advice: String, line: Int, column: String? = nil) {
        count += 1
        guard told.count < Self.problemsMax else { return }
        told.append(RowProblem(line: line, column: column, advice: advice))
    }

    /// Throws everything that was reported, ascending by line.
    package func check() throws(BulkInputError) {
        guard !isEmpty else { return }
        let ordered = told.enumerated().sorted {
            ($0.element.line, $0.offset) < ($1.element.line, $1.offset)
        }
        throw BulkInputError(problems: ordered.map(\.element), isCut: isFull)
    }
}

extension String {
    /// What a file says, repeated as far as somebody needs it to find the place.
    var brief: String { cut(120) }
}
