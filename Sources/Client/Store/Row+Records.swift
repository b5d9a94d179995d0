import Shared
import Storage

/// What the database holds of records and changes, read again; what is none of them is damage.
extension Row {
    /// - Throws: `StorageError.damaged` when it is none.
    func record(_ column: Int32) throws -> Record {
        do throws(ChangeError) { return try Record(decoding: blob(column)) } catch {
            throw damage("a record in column \(column) cannot be read: \(error.reason)")
        }
    }

    /// Reads a row that begins with a replica, a number and a body.
    ///
    /// - Throws: `StorageError.damaged` when the body is none.
    func change(of key: RecordKey) throws -> Change {
        let dot = Dot(replica: try identifier(0), n: unsigned(1))
        do throws(ChangeError) { return try Change(key: key, dot: dot, bytes: blob(2)) } catch {
            throw damage("change \(dot.n) cannot be read: \(error.reason)")
        }
    }

    /// The column as an outcome; nil where no server has answered in a word known here.
    func outcome(_ column: Int32) -> Trail.Outcome? {
        Trail.Outcome(code: UInt8(clamping: int(column)))
    }
}
