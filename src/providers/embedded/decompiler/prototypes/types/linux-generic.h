/* Types of the GNU C library on Linux that x86, ARM and RISC-V have in this form, and MIPS and PowerPC have not. */

struct sigaction { sighandler_t sa_handler; sigset_t sa_mask; int sa_flags; void (*sa_restorer)(void); };
typedef struct { void *ss_sp; int ss_flags; size_t ss_size; } stack_t;
typedef unsigned char cc_t;
typedef unsigned int speed_t;
typedef unsigned int tcflag_t;
struct termios { tcflag_t c_iflag; tcflag_t c_oflag; tcflag_t c_cflag; tcflag_t c_lflag; cc_t c_line; cc_t c_cc[32]; speed_t c_ispeed; speed_t c_ospeed; };
enum __rlimit_resource { RLIMIT_CPU = 0, RLIMIT_FSIZE = 1, RLIMIT_DATA = 2, RLIMIT_STACK = 3, RLIMIT_CORE = 4, RLIMIT_RSS = 5, RLIMIT_NPROC = 6, RLIMIT_NOFILE = 7, RLIMIT_MEMLOCK = 8, RLIMIT_AS = 9, RLIMIT_LOCKS = 10, RLIMIT_SIGPENDING = 11, RLIMIT_MSGQUEUE = 12, RLIMIT_NICE = 13, RLIMIT_RTPRIO = 14, RLIMIT_RTTIME = 15 };
