#include "CProgram.h"

#include <stddef.h>

#include <sqlite3.h>

void cprogram_configure_sqlite(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, 0);
}
