#include "CProgram.h"

#include <stddef.h>

#include <sqlite3.h>

_Bool cprogram_configure_sqlite(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK
        && sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, 0) == SQLITE_OK;
}
