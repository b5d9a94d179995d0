import Client
import Foundation
import Server
import Shared
import Storage
import TestSupport

/// Programs of others that hold a database itself, for one statement or for days.
extension World {
    /// On a laptop: what cannot be done is told and leaves nothing, what can is done.
    mutating func meddle(_ index: Int) async throws {
        switch generator.pick(ForeignProgram.Hold.allCases) {
        case .reads: try await readBeside(index)
        case .writes: try await writeBeside(index)
        case .excludes: try keepOut(index)
        }
    }

    private mutating func writeBeside(_ index: Int) async throws {
        let program = try ForeignProgram(of: laptops[index].path, .writes)
        for _ in 0..<1 + generator.below(3) {
            try await expectFailure(index, .foreignWriter) {
                if case .busy = $0 { true } else { false }
            }
            if generator.chance(30) { clock.advance(by: generator.below(86_400)) }
        }
        try program.letGo()
        try write(index)
    }

    /// A backup that takes its time holds nothing up; only the log cannot be emptied.
    private mutating func readBeside(_ index: Int) async throws {
        try write(index)
        let program = try ForeignProgram(of: laptops[index].path, .reads)
        for _ in 0..<1 + generator.below(3) {
            if generator.chance(60) { try write(index) } else { try await sync(index) }
        }
        if try !laptops[index].store.checkpoint() { goals[.foreignReader, default: 0] += 1 }
        try program.letGo()
        guard try laptops[index].store.checkpoint() else {
            throw Violation(text: "a log stays that nobody reads any more")
        }
    }

    private mutating func keepOut(_ index: Int) throws {
        let before = try laptops[index].standing()
        try laptops[index].shut()
        let program = try ForeignProgram(of: laptops[index].path, .excludes)
        do {
            _ = try laptops[index].open(at: now)
            throw Violation(text: "a database was opened that another program keeps")
        } catch StorageError.busy {
            goals[.foreignAtOpening, default: 0] += 1
        }
        try program.letGo()
        guard try laptops[index].open(at: now) == nil, try laptops[index].standing() == before
        else { throw Violation(text: "a database that did not open has lost something") }
    }

    /// On the server: laptops are told to come back, and it starts once it is left alone.
    mutating func meddleWithServer() async throws {
        if generator.chance(30) { return try await keepServerOut() }
        let hold: ForeignProgram.Hold = generator.chance(70) ? .writes : .reads
        let program = try ForeignProgram(of: serverPath, hold)
        for _ in 0..<2 + generator.below(4) {
            let index = generator.below(laptops.count)
            guard !laptops[index].isDown else { continue }
            try write(index)
            try await sync(index)
        }
        try program.letGo()
    }

    private mutating func keepServerOut() async throws {
        try serverStore.close()
        let program = try ForeignProgram(of: serverPath, .excludes)
        do {
            try await openServer()
            throw Violation(text: "a server serves a database that another program keeps")
        } catch StorageError.busy {
            goals[.serverDidNotOpen, default: 0] += 1
        }
        try program.letGo()
        try await openServer()
    }
}
