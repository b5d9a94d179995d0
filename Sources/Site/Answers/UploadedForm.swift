import Client
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A form with files: its fields, and its files in the home already.
struct UploadedForm: Sendable {
    private static let fieldBytesMax = 64 * 1024
    static let placeField = "file-place"
    private(set) var fields: [String: String] = [:]
    /// Durable; nothing refers to them yet.
    private(set) var files: [AttachedEvidence] = []

    /// Reads a form as it comes; of a file no more than a piece is in memory.
    init(_ request: PageRequest) async throws {
        var part: MultipartReader.Part?
        var field: [UInt8] = []
        var intake: EvidenceIntake?
        var fieldBytes = 0
        try await request.request.readParts { event in
            switch event {
            case .begin(let begun): (part, field, intake) = (begun, [], nil)
            case .bytes(let bytes) where part?.file != nil:
                intake = try await request.take(bytes, into: intake)
            case .bytes(let bytes):
                fieldBytes += bytes.count
                guard fieldBytes <= Self.fieldBytesMax else { throw PageError.badForm }
                field += bytes
            case .end:
                guard let ended = part else { throw PageError.badForm }
                if let name = ended.file {
                    // A file field with no file chosen is sent without name and bytes.
                    if intake == nil, name.isEmpty { return }
                    // The field for the place stands before the files in the form.
                    let wish = LocationChoice(field: fields[Self.placeField])
                    files.append(try await request.complete(intake, name: name, wish))
                } else {
                    fields[ended.name] = String(decoding: field, as: UTF8.self)
                }
            }
        }
    }
}

extension Request {
    /// Takes a form with files apart while it comes; throws for any other, or one cut off.
    package func readParts(_ take: (MultipartReader.Event) async throws -> Void) async throws {
        guard var reader = MultipartReader(contentType: headers[.contentType] ?? "")
        else { throw PageError.badForm }
        for try await piece in body {
            for event in try reader.read(piece.readableBytesView) { try await take(event) }
        }
        try reader.finish()
    }
}

extension PageRequest {
    /// Puts the whole body into the home as one file, a piece at a time.
    func receiveFile(
        name: String?, location wish: LocationChoice
    ) async throws -> AttachedEvidence {
        var intake: EvidenceIntake?
        for try await piece in request.body {
            intake = try await take(Array(piece.readableBytesView), into: intake)
        }
        return try await complete(intake, name: name, wish)
    }

    /// Begins a file with its first bytes.
    fileprivate func take(
        _ bytes: [UInt8], into intake: EvidenceIntake?
    ) async throws -> EvidenceIntake {
        try await run(isAside: true) { context in
            let intake = try intake ?? context.client.evidence.folder.receive()
            try bytes.withUnsafeBytes { try intake.take($0) }
            return intake
        }
    }

    fileprivate func complete(
        _ intake: EvidenceIntake?, name: String?, _ wish: LocationChoice
    ) async throws -> AttachedEvidence {
        try await run(isAside: true) {
            try (intake ?? $0.client.evidence.folder.receive()).complete(
                name: name, location: wish)
        }
    }
}

extension LocationChoice {
    /// A box that is not ticked is not sent, so that keeping the place is what has to be wished.
    init(field: String?) { self = field == "keep" ? .keep : .removeWherePossible }
}
