// ArticleStorage
