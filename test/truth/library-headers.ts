/** Headers that declare what the tables of prototypes declare, in an order in which they can be included together. */

const words = (text: string): string[] => text.trim().split(/\s+/u);

/** ISO C and POSIX, as far as glibc has them. */
const POSIX = words(`
  assert ctype errno fenv inttypes locale math setjmp signal stdarg stddef stdio stdlib string strings threads time
  uchar wchar wctype arpa/inet dirent dlfcn fcntl fnmatch ftw glob grp iconv langinfo libgen monetary mqueue net/if
  netdb nl_types poll pthread pwd regex sched search semaphore spawn sys/ipc sys/msg sys/sem sys/shm sys/mman
  sys/resource sys/select sys/socket sys/un sys/stat sys/statvfs sys/time sys/times utime sys/uio sys/utsname sys/wait
  syslog termios unistd wordexp utmpx ulimit ucontext aio`);

const GLIBC = words(`
  crypt error err link execinfo fts getopt ifaddrs libintl malloc mntent sys/epoll sys/eventfd sys/inotify sys/signalfd
  sys/timerfd stdio_ext obstack sys/mount sys/prctl sys/ptrace sys/random sys/reboot sys/sendfile sys/swap sys/sysinfo
  sys/syscall sys/xattr sys/auxv sys/file sys/ioctl sys/fsuid sys/klog sys/personality sys/statfs pty utmp shadow argz
  envz argp sys/quota sys/acct sys/fanotify sys/timex fstab printf resolv`);

const WINDOWS = words(`
  winsock2 ws2tcpip mswsock windows winternl tlhelp32 psapi shellapi shlobj shlwapi wincrypt bcrypt ncrypt urlmon
  iphlpapi dbghelp objbase oleauto commctrl commdlg lm wtsapi32 userenv aclapi sddl dpapi mmsystem winioctl winsvc
  powrprof setupapi stdio stdlib string wchar io direct conio process fcntl malloc float math ctype errno signal setjmp
  time locale share sys/stat sys/utime sys/timeb sys/locking mbstring wctype inttypes fenv search assert`);

const included = (names: readonly string[]): string => names.map((name) => `#include <${name}.h>\n`).join("");

export const POSIX_HEADERS = `${included(POSIX)}typedef void (*sighandler_t)(int);\n`;

/** `libgen.h` calls another function `basename` than `string.h` does. */
export const GLIBC_HEADERS = `#define _GNU_SOURCE\n${included(POSIX)}#undef basename\n${included(GLIBC)}`;

/** Those of WinINet and WinHTTP cannot be included together. */
export const WINDOWS_HEADERS = ["wininet", "winhttp"].map(
  (library) =>
    `#define _WIN32_WINNT 0x0A00\n#define PSAPI_VERSION 1\n${included([...WINDOWS, library])}typedef void (*sighandler_t)(int);\n`,
);
