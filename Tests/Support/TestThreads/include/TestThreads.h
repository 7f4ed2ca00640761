// Nothing to call: the tests only link this module.
