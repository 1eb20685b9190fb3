"""Commands on a terminal of their own, through a pseudo-terminal, and promises about what they write."""
import fcntl
import os
import pty
import signal
import struct
import termios
import time

QUIRE = os.environ["QUIRE"]


def that(text, holds, found=""):
    print(("ok " if holds else "not ok ") + text + ("" if holds else f" ({found})"), flush=True)


def on_terminal(arguments, rows=40, columns=60, interrupt_after=None, **environment):
    """Runs the command on a terminal of its own; what it wrote, and how it ended."""
    child, fd = pty.fork()
    if child == 0:
        os.environ.pop("NO_COLOR", None)
        os.environ.update(environment)
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored where the tests run in the background
        os.execvp(QUIRE, [QUIRE, *arguments])
    out, begun = b"", time.monotonic()
    while True:
        try:
            more = os.read(fd, 65536)
        except OSError:
            break
        if not more:
            break
        out += more
        if interrupt_after and interrupt_after in out:
            os.kill(child, signal.SIGINT)
            interrupt_after = None
    os.close(fd)
    return out.decode(), os.waitpid(child, 0)[1]
