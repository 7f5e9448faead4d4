/* Keeps a copy of each file as it was when a program last told the disk to keep it.

   In front of the C library (LD_PRELOAD). The copies are in the folder SYNCED_FILES, each under the file's inode. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void name_copy(char *name, ino_t inode)
{
    snprintf(name, PATH_MAX, "%s/%lu", getenv("SYNCED_FILES"), (unsigned long) inode);
}

/* Writes the copy next to its place; 0 if the descriptor is of no regular file. */
static ino_t copy(int file, char *unfinished)
{
    struct stat about;
    char name[PATH_MAX], bytes[65536];
    int from, to;
    ssize_t size;

    if (fstat(file, &about) || !S_ISREG(about.st_mode))
        return 0;
    snprintf(name, PATH_MAX, "/proc/self/fd/%d", file);
    snprintf(unfinished, PATH_MAX, "%s/.%d", getenv("SYNCED_FILES"), getpid());
    from = open(name, O_RDONLY);
    to = open(unfinished, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    while ((size = read(from, bytes, sizeof bytes)) > 0)
        if (write(to, bytes, size) != size)
            abort();
    if (from < 0 || to < 0 || size < 0)
        abort();
    close(from);
    close(to);
    return about.st_ino;
}

/* What is written while the disk works counts as not kept: the copy is made before, and counts afterwards. */
static int sync_as(const char *usual, int file)
{
    int (*call)(int) = (int (*)(int)) dlsym(RTLD_NEXT, usual);
    char unfinished[PATH_MAX], name[PATH_MAX];
    ino_t inode = copy(file, unfinished);
    int code = call(file);

    if (inode && code == 0) {
        name_copy(name, inode);
        if (renameat(AT_FDCWD, unfinished, AT_FDCWD, name))
            abort();
    }
    return code;
}

int fsync(int file)
{
    return sync_as("fsync", file);
}

int fdatasync(int file)
{
    return sync_as("fdatasync", file);
}

/* Another file may get the inode of one that is gone. */
int unlink(const char *path)
{
    int (*call)(const char *) = (int (*)(const char *)) dlsym(RTLD_NEXT, "unlink");
    struct stat about;
    char name[PATH_MAX];
    int is_gone = !lstat(path, &about) && S_ISREG(about.st_mode) && about.st_nlink == 1;
    int code = call(path), error = errno;

    if (is_gone && code == 0) {
        name_copy(name, about.st_ino);
        unlinkat(AT_FDCWD, name, 0);
    }
    errno = error;
    return code;
}

int rename(const char *from, const char *to)
{
    int (*call)(const char *, const char *) = (int (*)(const char *, const char *)) dlsym(RTLD_NEXT, "rename");
    struct stat about;
    char name[PATH_MAX];
    int is_gone = !lstat(to, &about) && S_ISREG(about.st_mode) && about.st_nlink == 1;
    int code = call(from, to), error = errno;

    if (is_gone && code == 0) {
        name_copy(name, about.st_ino);
        unlinkat(AT_FDCWD, name, 0);
    }
    errno = error;
    return code;
}
