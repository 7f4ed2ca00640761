// ArticleText
