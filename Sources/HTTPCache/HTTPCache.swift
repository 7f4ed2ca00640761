// HTTPCache
