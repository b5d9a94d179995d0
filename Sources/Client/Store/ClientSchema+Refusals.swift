extension ClientSchema {
    /// Format 10: what did not get through, and why; and what is still to come.
    static let refusals = """
        -- When the server was last asked which audits it has; null before.
        alter table home add column audits_asked_milliseconds integer;

        -- How many records the server has, until the first checkpoint says that all of them came.
        alter table audit add column records_told integer;

        -- What refused it last, in words; null once it got through, and where nothing did.
        alter table evidence add column trouble text;

        -- One row is a record as it was pulled in an earlier life of the server; each sync brings
        -- it there until the way lets it through.
        create table left_record (
          audit integer not null references audit (number),
          key blob not null,
          -- That of its receipt.
          epoch integer not null references epoch (number),
          image blob not null,
          primary key (audit, key, epoch)
        ) strict, without rowid;
        """
}
