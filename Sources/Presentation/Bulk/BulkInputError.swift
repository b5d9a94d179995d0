/// Why rows cannot be recorded; nothing of the file was taken.
package struct BulkInputError: Error, Hashable, Sendable {
    /// At least one, ascending by line.
    package let problems: [RowProblem]

    package init(problems: [RowProblem]) { self.problems = problems }

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
        return causes.map { Self.words(lines[$0] ?? []) + $0 }
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
    /// The column as the file names it, nil for the row as a whole.
    package let column: String?
    /// A clause without capital and full stop, such as `give the state's id`.
    package let advice: String

    package init(line: Int, column: String?, advice: String) {
        self.line = line
        self.column = column
        self.advice = advice
    }
}
