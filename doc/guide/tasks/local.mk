# pages of tasks with their pictures, which make gallery writes
EXTRA_DIST += doc/guide/task-deskew.md doc/guide/task-duplex.md doc/guide/task-feed.md doc/guide/task-hold.md doc/guide/task-lip.md doc/guide/task-margin.md \
    doc/guide/task-media.md doc/guide/task-register.md doc/guide/task-separate.md doc/guide/task-timers.md \
    doc/guide/tasks/deskew.svg doc/guide/tasks/duplex.svg doc/guide/tasks/feed.svg doc/guide/tasks/hold.svg doc/guide/tasks/lip.svg doc/guide/tasks/margin.svg \
    doc/guide/tasks/media.svg doc/guide/tasks/register.svg doc/guide/tasks/register.xml doc/guide/tasks/separate.svg doc/guide/tasks/timers.svg \
    tests/task-pictures.sh tests/tools/same-picture.awk
