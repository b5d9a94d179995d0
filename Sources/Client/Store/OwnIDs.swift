import Shared
import Storage

/// Other ids of this laptop's person, with the server's word that this device may write in them.
///
/// She wrote in such a name before an invite called her by the id that she has: here, or on another
/// laptop of hers. What she said there is hers to change on each of them.
enum OwnIDs {
    /// Notes what the server has said at a pull.
    ///
    /// What it says no more stays: it may have been put back, and is shown its own word then.
    static func keep(_ told: [Certificate], of home: HomeRow, _ database: Database) throws {
        for one in told.prefix(countMax)
        where one.replica == home.replica && one.person != home.person {
            try database.run(
                """
                insert into own_id (person, certificate) values (?1, ?2)
                on conflict do update set certificate = excluded.certificate
                  where certificate <> excluded.certificate
                """, one.person, one.serialized)
        }
    }

    /// What it has said, by id.
    static func certificates(_ database: Database) throws -> [Certificate] {
        try database.rows("select certificate from own_id order by person limit \(countMax)") {
            Certificate(serialized: $0.blob(0))
        }.compactMap(\.self)
    }

    /// All in one text, since every save asks for them beside its home; null for none.
    static let all = "(select group_concat(hex(person), ' ') from own_id)"

    /// What `all` gives, ascending.
    static func read(_ all: String) -> [PersonID] {
        let ids = all.split(separator: " ").compactMap { PersonID(hex: $0.lowercased()) }
        return Array(ids.sorted().prefix(countMax))
    }

    private static let countMax = DeviceProof.othersMax
}

extension ClientSchema {
    /// Format 15: her other ids.
    static let ownIDs = """
        -- One row is another id of this laptop's person, under which she wrote elsewhere.
        create table own_id (
          person blob primary key,
          -- A WireCertificate: the server's word that this device may write in that name.
          certificate blob not null
        ) strict, without rowid;
        """
}
