/// The positions in played enclosures. They are stored by address, since a deleted file or article may return.
enum PlaybackSchema {
    static let statements = [
        """
        CREATE TABLE playback (
            url TEXT PRIMARY KEY,
            position REAL NOT NULL,
            duration REAL NOT NULL,
            isFinished INTEGER NOT NULL,
            isOpen INTEGER NOT NULL,
            changed REAL NOT NULL
        ) STRICT, WITHOUT ROWID
        """
    ]
}
