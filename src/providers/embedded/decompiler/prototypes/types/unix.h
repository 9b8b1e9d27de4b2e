/* Types of ISO C and POSIX that are the same on every Unix, given the sizes of long and of pointers. */

/* stddef.h, stdint.h */
typedef unsigned long size_t;
typedef long ssize_t;
typedef long ptrdiff_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
typedef int int32_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;

/* sys/types.h */
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned int id_t;
typedef int pid_t;
typedef int key_t;
typedef unsigned int useconds_t;
typedef unsigned int socklen_t;
typedef unsigned int in_addr_t;
typedef int nl_item;
typedef void *iconv_t;

/* signal.h, setjmp.h */
typedef void (*sighandler_t)(int);
typedef void *jmp_buf;
typedef void *sigjmp_buf;

/* time.h, sys/time.h */
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct itimerspec { struct timespec it_interval; struct timespec it_value; };
struct itimerval { struct timeval it_interval; struct timeval it_value; };
struct timezone { int tz_minuteswest; int tz_dsttime; };
struct tm { int tm_sec; int tm_min; int tm_hour; int tm_mday; int tm_mon; int tm_year; int tm_wday; int tm_yday; int tm_isdst; long tm_gmtoff; const char *tm_zone; };
struct tms { clock_t tms_utime; clock_t tms_stime; clock_t tms_cutime; clock_t tms_cstime; };
struct utimbuf { time_t actime; time_t modtime; };

/* sys/uio.h, netinet/in.h, netdb.h, poll.h, sys/ioctl.h */
struct iovec { void *iov_base; size_t iov_len; };
struct in_addr { in_addr_t s_addr; };
struct hostent { char *h_name; char **h_aliases; int h_addrtype; int h_length; char **h_addr_list; };
struct protoent { char *p_name; char **p_aliases; int p_proto; };
struct servent { char *s_name; char **s_aliases; int s_port; char *s_proto; };
struct pollfd { int fd; short events; short revents; };
struct winsize { unsigned short ws_row; unsigned short ws_col; unsigned short ws_xpixel; unsigned short ws_ypixel; };

/* grp.h, getopt.h, ftw.h */
struct group { char *gr_name; char *gr_passwd; gid_t gr_gid; char **gr_mem; };
struct option { const char *name; int has_arg; int *flag; int val; };
struct FTW { int base; int level; };

/* locale.h */
struct lconv { char *decimal_point; char *thousands_sep; char *grouping; char *int_curr_symbol; char *currency_symbol; char *mon_decimal_point; char *mon_thousands_sep; char *mon_grouping; char *positive_sign; char *negative_sign; char int_frac_digits; char frac_digits; char p_cs_precedes; char p_sep_by_space; char n_cs_precedes; char n_sep_by_space; char p_sign_posn; char n_sign_posn; char int_p_cs_precedes; char int_p_sep_by_space; char int_n_cs_precedes; char int_n_sep_by_space; char int_p_sign_posn; char int_n_sign_posn; };

/* dlfcn.h */
typedef struct { const char *dli_fname; void *dli_fbase; const char *dli_sname; void *dli_saddr; } Dl_info;
/* sched.h, stdlib.h, net/if.h, search.h */
struct sched_param { int sched_priority; };
typedef struct { int quot; int rem; } div_t;
typedef struct { long quot; long rem; } ldiv_t;
struct if_nameindex { unsigned int if_index; char *if_name; };
typedef enum { preorder, postorder, endorder, leaf } VISIT;
