#define _GNU_SOURCE
#include "CProgram.h"

#include <signal.h>
#include <stddef.h>
#include <termios.h>
#include <unistd.h>

static const int endings[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
enum { ENDING_COUNT = sizeof endings / sizeof *endings };
static struct sigaction endingsBefore[ENDING_COUNT], stopBefore;
static struct termios shown;

void cprogram_show_typing(void)
{
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown);
    for (size_t index = 0; index < ENDING_COUNT; index++) sigaction(endings[index], &endingsBefore[index], NULL);
    sigaction(SIGTSTP, &stopBefore, NULL);
}

// The signal acts as it would have without this handler, once the terminal is restored.
static void restoreAndRaise(int number)
{
    cprogram_show_typing();
    (void)!write(STDERR_FILENO, "\n", 1);
    raise(number);
}

_Bool cprogram_hide_typing(void)
{
    if (tcgetattr(STDIN_FILENO, &shown) != 0) return 0;
    struct sigaction restoring = {.sa_handler = restoreAndRaise}, ignoring = {.sa_handler = SIG_IGN};
    sigfillset(&restoring.sa_mask);
    for (size_t index = 0; index < ENDING_COUNT; index++) {
        sigaction(endings[index], NULL, &endingsBefore[index]);
        if (endingsBefore[index].sa_handler != SIG_IGN) sigaction(endings[index], &restoring, NULL);
    }
    sigaction(SIGTSTP, &ignoring, &stopBefore);
    struct termios hidden = shown;
    hidden.c_lflag &= ~(tcflag_t)ECHO;
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
    return 1;
}
