import FeedModel

extension SinceDocument {
    /// Returns the page in UTF-8, on one line.
    package func written() -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("version", JSONFeedWriter.version)
            json.member("title", title)
            json.member("next_url", nextURL)
            json.key("_since")
            json.object { json in
                json.member("epoch", epoch)
                json.member("oldest", String(oldest))
                json.member("last", last.map(String.init))
                json.member("more", hasMore ? "true" : "false", quoted: false)
                if hasGap { json.member("gap", "true", quoted: false) }
                json.key("feeds")
                json.array(feeds) { json, feed in Self.write(feed, to: &json) }
            }
            json.key("items")
            json.array(articles) { json, article in Self.write(article, to: &json) }
        }
        return json.bytes
    }

    private static func write(_ feed: RemoteFeed, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", feed.id)
            json.member("position", feed.position)
            guard !feed.isDeleted else { return json.member("deleted", "true", quoted: false) }
            json.member("title", feed.title)
            json.member("feed_url", feed.feedURL)
            json.member("home_page_url", feed.homePageURL)
            json.member("folder", SinceFolder.text(feed.folder))
        }
    }

    private static func write(_ article: RemoteArticle, to json: inout JSONWriter) {
        let since = { (json: inout JSONWriter) in
            json.key("_since")
            json.object { json in
                json.member("id", article.position)
                guard let item = article.item else { return json.member("deleted", "true", quoted: false) }
                json.member("feed", article.feed)
                json.member("read", article.isRead.map { $0 ? "true" : "false" }, quoted: false)
                json.member("starred", article.isStarred.map { $0 ? "true" : "false" }, quoted: false)
                if let labels = article.labels {
                    json.key("tags")
                    json.array(labels) { json, name in json.string(name) }
                }
                json.member("comments_url", item.commentsURL)
            }
        }
        if var item = article.item {
            item.id = article.id
            JSONFeedWriter.write(item, to: &json, extensions: since)
        } else {
            json.object { json in
                json.member("id", article.id)
                since(&json)
            }
        }
    }
}
