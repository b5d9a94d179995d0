@testable import Client
import Foundation
import Presentation
import Reading
import Shared
import Storage
import TestSupport
import Testing

/// Files of more rows than are kept in memory (`BulkSaving.swift`, `EarlierRows.swift`).
struct BulkSavingTests {
    private let desk: Desk

    init() throws { desk = try Desk() }

    private func row(_ number: Int, _ rest: String = #""outcome":"passed""#) -> String {
        #"{"screen":"S","control":"menu","label":"L\#(number)","environment":"\#(Desk.android)","#
            + #""state":"expanded","criterion":"state-open",\#(rest)}"#
    }

    private func file(_ rows: some Sequence<String>) -> [UInt8] {
        Array(rows.joined(separator: "\n").utf8)
    }

    @discardableResult
    private func record(_ bytes: [UInt8], isRehearsal: Bool = false) throws -> RecordingSummary {
        try desk.client.recording.record(
            rows: RowFile(bytes), as: .ndjson, in: try desk.view(), catalogue: desk.catalogue,
            isRehearsal: isRehearsal)
    }

    @Test func `thousands of rows are saved at once, and the journal has each of them`() throws {
        let bytes = file((0..<4_200).map { row($0) })
        let before = try desk.client.store.journal?.entries().count ?? 0
        let summary = try record(bytes)
        #expect(summary.findings == 4_200)
        #expect(summary.states == 4_200)
        #expect(summary.changes == 8_400)
        #expect(summary.newComponents.count == 1_000)
        #expect(summary.untold == 3_200)
        #expect(try desk.client.store.journal?.entries().count == before + 8_400)
        #expect(try record(bytes).changes == 0)
    }

    @Test func `rows that lie apart speak of the same, and nothing is saved`() throws {
        let device = #""outcome":"passed","device":"Pixel 8""#
        let other = #""outcome":"passed","device":"Pixel 9""#
        var rows = (0..<600).map { row($0) }
        rows[10] = row(10, device)
        rows += [row(10), row(4), row(10, other).replacing("state-open", with: "label-in-name")]
        let found = trouble { try record(file(rows)) }
        #expect(
            found?.message.hasPrefix("Nothing was saved, because 3 rows break a rule:") == true)
        #expect(found?.message.contains("line 601: line 11 speaks of the same finding") == true)
        #expect(found?.message.contains("line 602: line 5 speaks of the same finding") == true)
        #expect(
            found?.message.contains(
                "line 603: line 11 gives another device for the same component state") == true)
        #expect(try desk.view().components.count == 1)
    }

    @Test func `a rehearsal of many rows leaves neither records nor entries of the journal`() throws
    {
        let bytes = file((0..<1_000).map { row($0) })
        let before = desk.client.store.journal?.size
        #expect(try record(bytes, isRehearsal: true).changes == 2_000)
        #expect(try desk.view().components.count == 1)
        #expect(desk.client.store.journal?.size == before)
    }

    @Test func `what is no file is copied first, and read twice all the same`() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "pipe").path
        #expect(mkfifo(path, 0o600) == 0)
        let bytes = file((0..<3_000).map { row($0) })
        let writer = Thread {
            let handle = FileHandle(forWritingAtPath: path)
            try? handle?.write(contentsOf: bytes)
            try? handle?.close()
        }
        writer.start()
        let rows = try RowFile(at: path, copyingInto: folder.url.path)
        let summary = try desk.client.recording.record(
            rows: rows, in: try desk.view(), catalogue: desk.catalogue)
        #expect(summary.findings == 3_000)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["pipe"])
    }

    @Test func `a file that is changed while it is read is refused, and nothing is saved`() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "rows.ndjson")
        try Data(file([row(1)])).write(to: url)
        let rows = try RowFile(at: url.path, copyingInto: folder.url.path)
        let found = trouble {
            _ = try desk.client.recording.record(
                rows: rows, in: try desk.view(), catalogue: desk.catalogue
            ) { _ in }
        }
        #expect(found == nil)
        let many = file((0..<2_000).map { row($0) })
        try Data(many).write(to: url)
        let again = try RowFile(at: url.path, copyingInto: folder.url.path)
        let changed = trouble {
            _ = try desk.client.recording.record(
                rows: again, in: try desk.view(), catalogue: desk.catalogue
            ) { progress in
                guard case .looked(2_000) = progress else { return }
                let handle = FileHandle(forUpdatingAtPath: url.path)
                _ = try? handle?.seekToEnd()
                try? handle?.write(contentsOf: Array(("\n" + row(9_999)).utf8))
                try? handle?.close()
            }
        }
        #expect(changed?.message.contains("the file was changed while it was read") == true)
        #expect(try desk.view().components.count == 2)
    }
}
