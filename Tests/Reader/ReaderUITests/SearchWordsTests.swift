import FeedModel
import Testing

@testable import ReaderUI

@Suite struct SearchWordsTests {
    @Test(
        "In a text, exactly the words and phrases that a search finds are marked",
        arguments: [
            ("rain -snow feed:boat title:sky", ["rain", "sky"]), ("\"blue sea\" rain", ["blue sea", "rain"]),
            ("rain -\"night train\"", ["rain"]), ("feed:\"slow boat\" rain", ["rain"]),
            ("title:\"red sky\"", ["red sky"]), ("-title:\"red sky\" rain", ["rain"]),
            ("(\"blue sea\" or rain)", ["blue sea", "rain"]),
            ("雨　\"青い海\"", ["雨", "青い海"]),
        ])
    func words(_ query: String, _ words: [String]) {
        #expect(ArticleScope.search(query).searchWords == words)
    }
}
