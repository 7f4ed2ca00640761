#define _XOPEN_SOURCE 700  // wcwidth
#define _DEFAULT_SOURCE 1

#include "CTerminal.h"

#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

const uint32_t lede_attribute_bold = A_BOLD, lede_attribute_dim = A_DIM, lede_attribute_italic = A_ITALIC,
               lede_attribute_underline = A_UNDERLINE, lede_attribute_reverse = A_REVERSE;
const uint64_t lede_mouse_click = BUTTON1_PRESSED | BUTTON1_CLICKED, lede_mouse_double = BUTTON1_DOUBLE_CLICKED,
               lede_mouse_release = BUTTON1_RELEASED, lede_mouse_wheel_up = BUTTON4_PRESSED,
               lede_mouse_wheel_down = BUTTON5_PRESSED;

static SCREEN *screen;

// Codes for keys that terminfo lacks, above those that ncurses assigns.
const int lede_key_paste_begin = KEY_MAX + 1, lede_key_paste_end = KEY_MAX + 2;

// Turns bracketed paste, which marks pasted text, on or off. A terminal without it ignores the sequence.
static void bracket_paste(bool on)
{
    static const char begin[] = "\033[?2004h", end[] = "\033[?2004l";
    ssize_t written = write(STDOUT_FILENO, on ? begin : end, sizeof begin - 1);
    (void)written;
}

// True if the terminal can move its cursor. Otherwise no screen can be drawn (TERM=dumb).
static bool can_address(void)
{
    const char *address = tigetstr("cup");
    return address != NULL && address != (const char *)-1;
}

// kitty's terminfo has `dim`, but its `sgr`, which ncurses uses for all attributes, does not set it, so dim text would
// look plain. This replaces blink, which lede does not use, with dim in the `sgr` string.
static void dim_instead_of_blink(void)
{
    static const char blink[] = "%p4%t;5%;", dim[] = "%p5%t;2%;";
    char *all = tigetstr("sgr"), *one = tigetstr("dim");
    if (all == NULL || all == (char *)-1 || one == NULL || one == (char *)-1 || strstr(all, "%p5") != NULL)
        return;
    char *place = strstr(all, blink);
    if (place != NULL)
        memcpy(place, dim, sizeof dim - 1);
}

// `sgr` selects a character set with every change of attributes, for line-drawing letters that lede does not use: an
// eighth of the bytes of a list. `sgr0` still selects the usual one, at the start and after another program.
static void keep_character_set(void)
{
    static const char selection[] = "%?%p9%t", end[] = "%;";
    char *all = tigetstr("sgr");
    char *from = all == NULL || all == (char *)-1 ? NULL : strstr(all, selection);
    const char *to = from == NULL ? NULL : strstr(from, end);
    if (to != NULL)
        memmove(from, to + strlen(end), strlen(to + strlen(end)) + 1);
}

// The bytes to write on a crash, prepared in advance because ncurses and the heap may be broken by then.
static struct {
    char text[512];
    size_t length;
    struct termios modes;
    bool is_ready, is_away;
} restoring;

static void add_restoring(const char *capability)
{
    const char *sequence = tigetstr(capability);
    if (sequence == NULL || sequence == (const char *)-1)
        return;
    size_t length = strlen(sequence);
    if (restoring.length + length > sizeof restoring.text)
        return;
    memcpy(restoring.text + restoring.length, sequence, length);
    restoring.length += length;
}

static void prepare_restoring(const struct termios *modes)
{
    static const char modes_off[] = "\033[?2004l\033[?1006l\033[?1000l";
    memcpy(restoring.text, modes_off, sizeof modes_off - 1);
    restoring.length = sizeof modes_off - 1;
    for (const char *const *name = (const char *const[]){ "sgr0", "rmkx", "cnorm", "rmcup", NULL }; *name; name++)
        add_restoring(*name);
    restoring.modes = *modes;
    restoring.is_ready = true;
}

// ncurses stores sizes in 16 bits. These bounds are larger than any screen.
enum { LARGEST_ROWS = 1000, LARGEST_COLUMNS = 2000 };

static int bounded(int number, int largest) { return number < 1 ? 1 : number > largest ? largest : number; }

// The terminal's size, limited to the bounds; 0 × 0 if it is unknown. Returns true if the terminal, or an environment
// variable that ncurses reads first, exceeds the bounds.
static bool read_size(int *rows, int *columns)
{
    struct winsize size;
    *rows = *columns = 0;
    const char *lines = getenv("LINES"), *width = getenv("COLUMNS");
    bool is_too_large = (lines && strlen(lines) > 3 && atol(lines) > LARGEST_ROWS)
        || (width && strlen(width) > 3 && atol(width) > LARGEST_COLUMNS);
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) {
        if (is_too_large) {
            *rows = 24;
            *columns = 80;
        }
        return is_too_large;
    }
    *rows = bounded(size.ws_row, LARGEST_ROWS);
    *columns = bounded(size.ws_col, LARGEST_COLUMNS);
    return is_too_large || size.ws_row > LARGEST_ROWS || size.ws_col > LARGEST_COLUMNS;
}

static void name_size(const char *variable, int number)
{
    char text[12];
    snprintf(text, sizeof text, "%d", number);
    setenv(variable, text, 1);
}

bool lede_terminal_start(void)
{
    const char *name = setlocale(LC_CTYPE, "");  // NULL: SSH passes on names that this machine may lack
    // Terminals send typed letters as UTF-8 even if no locale is set.
    if (!name || strcmp(name, "C") == 0) setlocale(LC_CTYPE, "C.UTF-8");
    int rows, columns;
    bool is_too_large = read_size(&rows, &columns);
    if (is_too_large) {
        name_size("LINES", rows);
        name_size("COLUMNS", columns);
    }
    struct termios modes;
    bool has_modes = tcgetattr(STDIN_FILENO, &modes) == 0;
    screen = newterm(NULL, stdout, stdin);
    if (is_too_large) {
        unsetenv("LINES");
        unsetenv("COLUMNS");
    }
    if (screen == NULL)
        return false;
    set_term(screen);
    if (!can_address()) {
        endwin();
        delscreen(screen);
        screen = NULL;
        return false;
    }
    dim_instead_of_blink();
    keep_character_set();
    // Before the first endwin() and refresh(), ncurses flushes its buffer at every cursor movement, for programs that
    // use only mvcur. That would be thirty writes per frame instead of one.
    endwin();
    refresh();
    typeahead(-1);  // a key neither interrupts a frame nor makes ncurses poll the terminal every few lines
    set_escdelay(25);
    raw();  // Ctrl-C and Ctrl-Z are keys here
    noecho();
    nonl();
    keypad(stdscr, true);
    nodelay(stdscr, true);
    leaveok(stdscr, false);
    curs_set(0);
    mouseinterval(0);
    define_key("\033[200~", lede_key_paste_begin);
    define_key("\033[201~", lede_key_paste_end);
    bracket_paste(true);
    if (has_modes)
        prepare_restoring(&modes);
    if (has_colors()) {
        start_color();
        use_default_colors();
    }
    return true;
}

// Without an alternate screen the frame stays on the terminal, and a shell would write into its last line.
static void leave_screen(void)
{
    endwin();
    const char *leave = tigetstr("rmcup"), *clear = tigetstr("el");
    if ((leave != NULL && leave != (const char *)-1) || clear == NULL || clear == (const char *)-1)
        return;
    ssize_t written = write(STDOUT_FILENO, clear, strcspn(clear, "$"));  // without the padding of old terminals
    (void)written;
}

void lede_terminal_end(void)
{
    if (screen == NULL)
        return;
    lede_terminal_use_mouse(false);
    bracket_paste(false);
    curs_set(1);
    leave_screen();
    delscreen(screen);
    screen = NULL;
    restoring.is_ready = false;
}

void lede_terminal_restore_after_crash(void)
{
    if (!restoring.is_ready || restoring.is_away)
        return;
    ssize_t written = write(STDOUT_FILENO, restoring.text, restoring.length);
    (void)written;
    tcsetattr(STDIN_FILENO, TCSANOW, &restoring.modes);
}

void lede_terminal_leave(void)
{
    restoring.is_away = true;
    bracket_paste(false);
    curs_set(1);
    leave_screen();
}

void lede_terminal_return(void)
{
    // In the background (`bg`), this stops the process until `fg`; the modes below are not for the shell.
    tcdrain(STDOUT_FILENO);
    restoring.is_away = false;
    // refresh() after endwin() restores the terminal's modes, but keypad mode only at the next read. That is too late
    // for an arrow key typed in between, which would arrive as Alt-[ and a letter.
    keypad(stdscr, true);
    bracket_paste(true);
    // The next frame paints the whole screen: refresh() would send the old one first, 5 KB on a slow line.
    erase();
    refresh();
    curs_set(0);
    lede_terminal_sync_size();
    lede_terminal_invalidate();
}

void lede_terminal_use_mouse(bool on)
{
    const mmask_t wanted = BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED
        | BUTTON4_PRESSED | BUTTON5_PRESSED;
    mousemask(on ? wanted : 0, NULL);
    // Reports with SGR coordinates are not keys of ncurses (see MouseReport).
    const char *report = tigetstr("kmous");
    if (report != NULL && report != (const char *)-1 && strcmp(report, "\033[<") == 0)
        define_key(NULL, KEY_MOUSE);
}

bool lede_terminal_sync_size(void)
{
    int rows, columns;
    read_size(&rows, &columns);
    if (rows == 0 || !is_term_resized(rows, columns))
        return false;
    resizeterm(rows, columns);
    clearok(curscr, true);
    // Before it reads a key, wgetch() paints a window that has changed: here the old frame, cut to the new size.
    untouchwin(stdscr);
    return true;
}

int lede_terminal_rows(void) { return LINES; }

int lede_terminal_columns(void) { return COLS; }

int lede_terminal_colors(void) { return has_colors() ? COLORS : 0; }

bool lede_terminal_cell(int *width, int *height)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0)
        return false;
    *width = size.ws_xpixel / size.ws_col;
    *height = size.ws_ypixel / size.ws_row;
    return *width > 0 && *height > 0;
}

void lede_terminal_free_pair(int pair) { free_pair(pair); }

int lede_terminal_pair(int foreground, int background)
{
    int pair = alloc_pair(foreground, background);
    return pair < 0 ? 0 : pair;
}

int lede_terminal_width(uint32_t point) { return wcwidth((wchar_t)point); }

// Adjacent cells are written to the window together, which takes a fifth less time than one by one. No half of a wide
// character remains: if one half is overwritten, both cells have changed since the last frame and are in the span.
static struct {
    cchar_t *cells;
    int count, capacity;
} span;

void lede_terminal_add(const uint32_t *points, int count, uint32_t attributes, int pair)
{
    if (span.count == span.capacity) {
        int capacity = span.capacity == 0 ? 256 : 2 * span.capacity;
        cchar_t *cells = realloc(span.cells, (size_t)capacity * sizeof *cells);
        if (cells == NULL)
            return;
        span.cells = cells;
        span.capacity = capacity;
    }
    cchar_t *cell = &span.cells[span.count++];
    // A single code point usually has the attributes and the pair of the previous cell, so that cell is copied.
    static struct {
        uint32_t attributes;
        int pair;
        cchar_t cell;
    } last = { .pair = -1 };
    if (count == 1 && attributes == last.attributes && pair == last.pair) {
        *cell = last.cell;
        cell->chars[0] = (wchar_t)points[0];
        return;
    }
    wchar_t text[CCHARW_MAX + 1];
    int length = 0;
    for (; length < count && length < CCHARW_MAX; length++)
        text[length] = (wchar_t)points[length];
    text[length] = L'\0';
    // The pair is passed in the opts argument, which is not limited to 16 bits.
    if (setcchar(cell, text, attributes, (short)pair, &pair) != OK)
        setcchar(cell, L"?", attributes, (short)pair, &pair);  // keeps the columns of the rest
    if (length == 1) {
        last.attributes = attributes;
        last.pair = pair;
        last.cell = *cell;
    }
}

void lede_terminal_put(int row, int column)
{
    mvadd_wchnstr(row, column, span.cells, span.count);
    span.count = 0;
}

void lede_terminal_flush(int row, int column, bool shown)
{
    if (row >= 0)
        move(row, column);
    curs_set(row >= 0 && shown ? 1 : 0);
    wnoutrefresh(stdscr);
    doupdate();
}

void lede_terminal_invalidate(void) { clearok(curscr, true); }

// get_wch() would join a byte that is not a character in the locale to all keys that arrived with it, and drop them
// together. Here only such a byte is dropped, and a character whose bytes arrive apart is complete with its last one.
enum lede_key_kind lede_terminal_key(uint32_t *value)
{
    static mbstate_t state;
    for (;;) {
        int key = wgetch(stdscr);
        if (key == ERR)
            return LEDE_KEY_NONE;
        if (key > UCHAR_MAX) {
            memset(&state, 0, sizeof state);
            *value = (uint32_t)key;
            return LEDE_KEY_CODE;
        }
        const char byte = (char)key;
        wchar_t point = L'\0';
        bool continues = !mbsinit(&state);
        size_t length = mbrtowc(&point, &byte, 1, &state);
        if (length == (size_t)-1 && continues) {
            memset(&state, 0, sizeof state);
            length = mbrtowc(&point, &byte, 1, &state);
        }
        if (length == (size_t)-1)
            memset(&state, 0, sizeof state);
        if (length <= 1) {
            *value = (uint32_t)point;
            return LEDE_KEY_POINT;
        }
    }
}

bool lede_terminal_mouse(int *row, int *column, uint64_t *buttons)
{
    MEVENT event;
    if (getmouse(&event) != OK)
        return false;
    *row = event.y;
    *column = event.x;
    *buttons = event.bstate;
    return true;
}
