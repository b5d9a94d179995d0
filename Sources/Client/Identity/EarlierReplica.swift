package import Foundation
package import Shared

/// A replica under which this laptop wrote before it went on under another.
///
/// It is enrolled before the one that goes on for it: of what is issued again a server takes only
/// what a device of the same person wrote first. It may never have heard of it, or have forgotten
/// it since it was put back.
package struct EarlierReplica: Codable, Hashable, Sendable {
    /// In hexadecimal.
    package let replica: String
    /// Of the key that signs its chain in bundles.
    package let publicKey: Data
}

extension Identity {
    /// The identity of a replica that goes on for this one, at the same server.
    package func succeeded(by replica: ReplicaID) -> Identity {
        var successor = Identity(replica: replica)
        successor.server = server
        let own = EarlierReplica(replica: self.replica.hex, publicKey: Data(publicKey))
        successor.unenrolled = (enrolled + unenrolled + [own]).suffix(Self.earlierMax)
        return successor
    }

    /// Work that waited through more successions than these is the server's to refuse.
    private static let earlierMax = 16

    /// Notes that a server knows all of them.
    package mutating func toldEarlier() {
        enrolled = (enrolled + unenrolled).suffix(Self.earlierMax)
        unenrolled = []
    }
}

extension ServerCalls {
    /// Enrols earlier replicas by the token of another device; one that is enrolled stays so.
    func enrol(_ earlier: [EarlierReplica], personName: String) async throws(ServerCallError) {
        for entry in earlier {
            guard let replica = ReplicaID(hex: entry.replica) else { continue }
            var request = WireEnrolRequest()
            request.replica = Data(replica.bytes)
            request.publicKey = entry.publicKey
            request.personName = personName
            request.deviceName = ProcessInfo.processInfo.hostName
            do throws(ServerCallError) {
                _ = try await enrol(request)
            } catch {
                // A copy of the home may have been there first, and have ended since.
                guard case .problem(let problem) = error, Self.knows(problem) else { throw error }
            }
        }
    }

    private static func knows(_ problem: Problem) -> Bool {
        problem.code == .replicaTaken || problem.code == .replicaRetired
    }
}
