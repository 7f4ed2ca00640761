/// The guids under which another reader's mark applies to an article of another feed.
enum SharedGuid {
    /// A condition on `mark.guid`, true for guids that are unique everywhere: addresses, `tag:`, `urn:` and the ids of
    /// YouTube, of archives and of publishers, and words as long as a UUID or a digest. Others may be article numbers
    /// or times, which other feeds use too.
    static let isProof = """
        (mark.guid LIKE '%://%' OR mark.guid LIKE 'tag:%' OR mark.guid LIKE 'urn:%' OR mark.guid LIKE 'yt:video:%'
            OR mark.guid LIKE 'oai:%' OR mark.guid LIKE 'doi:%'
            OR length(mark.guid) >= 24 AND mark.guid NOT GLOB '*[^0-9A-Za-z-]*')
        """
}
