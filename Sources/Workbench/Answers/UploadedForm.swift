import Client
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A form with files: its fields, and its files in the home already.
struct UploadedForm: Sendable {
    private static let fieldBytesMax = 64 * 1024

    private(set) var fields: [String: String] = [:]
    /// Durable; nothing refers to them yet.
    private(set) var files: [AttachedEvidence] = []

    /// Reads a form as it comes; of a file no more than a piece is in memory.
    ///
    /// - Throws: `PageError.badForm`, `ClientError.invalid`, `StorageError`.
    init(_ request: Request, desk: Desk) async throws {
        guard var reader = MultipartReader(contentType: request.headers[.contentType] ?? "") else {
            throw PageError.badForm
        }
        var part: MultipartReader.Part?
        var field: [UInt8] = []
        var intake: EvidenceIntake?
        var fieldBytes = 0
        for try await piece in request.body {
            for event in try reader.read(piece.readableBytesView) {
                switch event {
                case .begin(let begun): (part, field, intake) = (begun, [], nil)
                case .bytes(let bytes) where part?.file != nil:
                    intake = try await desk.take(bytes, into: intake)
                case .bytes(let bytes):
                    fieldBytes += bytes.count
                    guard fieldBytes <= Self.fieldBytesMax else { throw PageError.badForm }
                    field += bytes
                case .end:
                    guard let ended = part else { throw PageError.badForm }
                    if let name = ended.file {
                        // A file field with no file chosen is sent without name and bytes.
                        if intake == nil, name.isEmpty { continue }
                        files.append(try await desk.complete(intake, name: name))
                    } else {
                        fields[ended.name] = String(decoding: field, as: UTF8.self)
                    }
                }
            }
        }
        try reader.finish()
    }
}

extension Desk {
    /// Puts the whole body of a request into the home as one file, a piece at a time.
    func receive(_ body: RequestBody, name: String?) async throws -> AttachedEvidence {
        var intake: EvidenceIntake?
        for try await piece in body {
            intake = try await take(Array(piece.readableBytesView), into: intake)
        }
        return try await complete(intake, name: name)
    }

    /// Begins a file with its first bytes.
    fileprivate func take(
        _ bytes: [UInt8], into intake: EvidenceIntake?
    ) async throws -> EvidenceIntake {
        try await runAside { desk in
            let intake = try intake ?? desk.client.evidence.receive()
            try bytes.withUnsafeBytes { try intake.take($0) }
            return intake
        }
    }

    fileprivate func complete(
        _ intake: EvidenceIntake?, name: String?
    ) async throws -> AttachedEvidence {
        try await runAside { desk in
            try (intake ?? desk.client.evidence.receive()).complete(name: name)
        }
    }
}
