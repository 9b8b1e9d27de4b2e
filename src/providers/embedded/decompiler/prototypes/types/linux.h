/* Types of the GNU C library on Linux that differ between processors only in the sizes of long and of pointers. */

/* stdint.h, sys/types.h */
typedef int64_t intmax_t;
typedef uint64_t uintmax_t;
typedef unsigned int wint_t;
typedef unsigned long wctype_t;
typedef long time_t;
typedef long suseconds_t;
typedef long clock_t;
typedef int clockid_t;
typedef void *timer_t;
typedef unsigned int mode_t;
typedef unsigned long long dev_t;
typedef unsigned long ino_t;
typedef unsigned long long ino64_t;
typedef long off_t;
typedef long long off64_t;
typedef unsigned long fsblkcnt_t;
typedef unsigned long fsfilcnt_t;
typedef unsigned long long fsblkcnt64_t;
typedef unsigned long long fsfilcnt64_t;
typedef unsigned long nfds_t;
typedef unsigned long rlim_t;
typedef unsigned long long rlim64_t;
typedef unsigned short sa_family_t;
typedef void *nl_catd;
typedef unsigned long long eventfd_t;

/* stdio.h, wchar.h, locale.h */
typedef struct { int __count; unsigned int __value; } mbstate_t;
typedef struct { off_t __pos; mbstate_t __state; } fpos_t;
typedef struct __locale_struct *locale_t;
typedef struct { ssize_t (*read)(void *cookie, char *buf, size_t n); ssize_t (*write)(void *cookie, const char *buf, size_t n); int (*seek)(void *cookie, off64_t *pos, int whence); int (*close)(void *cookie); } cookie_io_functions_t;

/* dirent.h, fts.h, glob.h, wordexp.h, regex.h */
typedef struct __dirstream DIR;
struct dirent { ino_t d_ino; off_t d_off; unsigned short d_reclen; unsigned char d_type; char d_name[256]; };
struct dirent64 { ino64_t d_ino; off64_t d_off; unsigned short d_reclen; unsigned char d_type; char d_name[256]; };
typedef struct { size_t gl_pathc; char **gl_pathv; size_t gl_offs; int gl_flags; void (*gl_closedir)(void *dir); void *(*gl_readdir)(void *dir); void *(*gl_opendir)(const char *name); int (*gl_lstat)(const char *path, void *buf); int (*gl_stat)(const char *path, void *buf); } glob_t;
typedef struct { size_t we_wordc; char **we_wordv; size_t we_offs; } wordexp_t;
typedef struct { int rm_so; int rm_eo; } regmatch_t;
typedef struct re_pattern_buffer { void *buffer; unsigned long allocated; unsigned long used; unsigned long syntax; char *fastmap; unsigned char *translate; size_t re_nsub; unsigned int __flags; } regex_t;

/* pwd.h, shadow.h, utmpx.h, mntent.h */
struct passwd { char *pw_name; char *pw_passwd; uid_t pw_uid; gid_t pw_gid; char *pw_gecos; char *pw_dir; char *pw_shell; };
struct spwd { char *sp_namp; char *sp_pwdp; long sp_lstchg; long sp_min; long sp_max; long sp_warn; long sp_inact; long sp_expire; unsigned long sp_flag; };
struct mntent { char *mnt_fsname; char *mnt_dir; char *mnt_type; char *mnt_opts; int mnt_freq; int mnt_passno; };

/* signal.h */
union sigval { int sival_int; void *sival_ptr; };

/* sys/socket.h, netdb.h, ifaddrs.h */
struct sockaddr { sa_family_t sa_family; char sa_data[14]; };
struct msghdr { void *msg_name; socklen_t msg_namelen; struct iovec *msg_iov; size_t msg_iovlen; void *msg_control; size_t msg_controllen; int msg_flags; };
struct mmsghdr { struct msghdr msg_hdr; unsigned int msg_len; };
struct addrinfo { int ai_flags; int ai_family; int ai_socktype; int ai_protocol; socklen_t ai_addrlen; struct sockaddr *ai_addr; char *ai_canonname; struct addrinfo *ai_next; };
struct ifaddrs { struct ifaddrs *ifa_next; char *ifa_name; unsigned int ifa_flags; struct sockaddr *ifa_addr; struct sockaddr *ifa_netmask; struct sockaddr *ifa_dstaddr; void *ifa_data; };

/* spawn.h, pthread.h */
typedef struct { int __allocated; int __used; void *__actions; int __pad[16]; } posix_spawn_file_actions_t;
typedef unsigned long pthread_t;
typedef unsigned int pthread_key_t;
typedef int pthread_once_t;
typedef int pthread_spinlock_t;
typedef enum { P_ALL, P_PID, P_PGID, P_PIDFD } idtype_t;

/* sys/resource.h, sys/time.h, sys/utsname.h, sys/sysinfo.h */
struct rlimit { rlim_t rlim_cur; rlim_t rlim_max; };
struct rlimit64 { rlim64_t rlim_cur; rlim64_t rlim_max; };
struct rusage { struct timeval ru_utime; struct timeval ru_stime; long ru_maxrss; long ru_ixrss; long ru_idrss; long ru_isrss; long ru_minflt; long ru_majflt; long ru_nswap; long ru_inblock; long ru_oublock; long ru_msgsnd; long ru_msgrcv; long ru_nsignals; long ru_nvcsw; long ru_nivcsw; };
struct utsname { char sysname[65]; char nodename[65]; char release[65]; char version[65]; char machine[65]; char domainname[65]; };

/* sys/stat.h */
struct statx_timestamp { int64_t tv_sec; uint32_t tv_nsec; int32_t __reserved; };
struct statx { uint32_t stx_mask; uint32_t stx_blksize; uint64_t stx_attributes; uint32_t stx_nlink; uint32_t stx_uid; uint32_t stx_gid; uint16_t stx_mode; uint16_t __spare0[1]; uint64_t stx_ino; uint64_t stx_size; uint64_t stx_blocks; uint64_t stx_attributes_mask; struct statx_timestamp stx_atime; struct statx_timestamp stx_btime; struct statx_timestamp stx_ctime; struct statx_timestamp stx_mtime; uint32_t stx_rdev_major; uint32_t stx_rdev_minor; uint32_t stx_dev_major; uint32_t stx_dev_minor; uint64_t __spare2[14]; };

/* sys/sem.h */
struct sembuf { unsigned short sem_num; short sem_op; short sem_flg; };

/* malloc.h, stdlib.h, obstack.h */
struct mallinfo { int arena; int ordblks; int smblks; int hblks; int hblkhd; int usmblks; int fsmblks; int uordblks; int fordblks; int keepcost; };
struct random_data { int32_t *fptr; int32_t *rptr; int32_t *state; int rand_type; int rand_deg; int rand_sep; int32_t *end_ptr; };
struct _obstack_chunk { char *limit; struct _obstack_chunk *prev; char contents[4]; };
struct obstack { long chunk_size; struct _obstack_chunk *chunk; char *object_base; char *next_free; char *chunk_limit; long temp; int alignment_mask; void *(*chunkfun)(void *, long); void (*freefun)(void *, void *); void *extra_arg; unsigned int __flags; };

/* link.h */
struct dl_phdr_info { unsigned long dlpi_addr; const char *dlpi_name; const void *dlpi_phdr; unsigned short dlpi_phnum; unsigned long long dlpi_adds; unsigned long long dlpi_subs; size_t dlpi_tls_modid; void *dlpi_tls_data; };

/* sys/ptrace.h */
enum __ptrace_request { PTRACE_TRACEME = 0, PTRACE_PEEKTEXT = 1, PTRACE_PEEKDATA = 2, PTRACE_PEEKUSER = 3, PTRACE_POKETEXT = 4, PTRACE_POKEDATA = 5, PTRACE_POKEUSER = 6, PTRACE_CONT = 7, PTRACE_KILL = 8, PTRACE_SINGLESTEP = 9, PTRACE_ATTACH = 16, PTRACE_DETACH = 17, PTRACE_SYSCALL = 24, PTRACE_SETOPTIONS = 0x4200, PTRACE_GETEVENTMSG = 0x4201, PTRACE_GETSIGINFO = 0x4202, PTRACE_SETSIGINFO = 0x4203, PTRACE_GETREGSET = 0x4204, PTRACE_SETREGSET = 0x4205, PTRACE_SEIZE = 0x4206, PTRACE_INTERRUPT = 0x4207, PTRACE_LISTEN = 0x4208 };
/* mqueue.h, netdb.h, malloc.h */
typedef int mqd_t;
struct mq_attr { long mq_flags; long mq_maxmsg; long mq_msgsize; long mq_curmsgs; long __pad[4]; };
struct netent { char *n_name; char **n_aliases; int n_addrtype; uint32_t n_net; };
struct mallinfo2 { size_t arena; size_t ordblks; size_t smblks; size_t hblks; size_t hblkhd; size_t usmblks; size_t fsmblks; size_t uordblks; size_t fordblks; size_t keepcost; };
