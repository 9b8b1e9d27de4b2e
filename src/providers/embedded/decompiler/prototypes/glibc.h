/* Extensions of the GNU C library and system calls of Linux in common use, grouped by header. */

/* assert.h, errno.h */
noreturn void __assert(const char *assertion, const char *file, int line);
noreturn void __assert_fail(const char *assertion, const char *file, unsigned int line, const char *function);
noreturn void __assert_perror_fail(int errnum, const char *file, unsigned int line, const char *function);
int *__errno_location(void);

/* ctype.h */
const unsigned short **__ctype_b_loc(void);
const int **__ctype_tolower_loc(void);
const int **__ctype_toupper_loc(void);
size_t __ctype_get_mb_cur_max(void);

/* start and end of a program */
noreturn int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, int (*init)(int, char **, char **), void (*fini)(void), void (*rtld_fini)(void), void *stack_end);
int __cxa_atexit(void (*func)(void *), void *arg, void *dso_handle);
void __cxa_finalize(void *dso_handle);
noreturn void __stack_chk_fail(void);
noreturn void __chk_fail(void);
noreturn void __fortify_fail(const char *msg);
void *__tls_get_addr(void *index);

/* error.h, err.h */
void error(int status, int errnum, const char *format, ...);
void error_at_line(int status, int errnum, const char *filename, unsigned int linenum, const char *format, ...);
noreturn void err(int eval, const char *format, ...);
noreturn void errx(int eval, const char *format, ...);
noreturn void verr(int eval, const char *format, va_list args);
noreturn void verrx(int eval, const char *format, va_list args);
void warn(const char *format, ...);
void warnx(const char *format, ...);
void vwarn(const char *format, va_list args);
void vwarnx(const char *format, va_list args);

/* functions that check the sizes of objects */
void __vsyslog_chk(int priority, int flag, const char *format, va_list args);
int __fwprintf_chk(FILE *stream, int flag, const wchar_t *format, ...);
int __swprintf_chk(wchar_t *s, size_t n, int flag, size_t slen, const wchar_t *format, ...);
int __vfwprintf_chk(FILE *stream, int flag, const wchar_t *format, va_list args);
int __vswprintf_chk(wchar_t *s, size_t n, int flag, size_t slen, const wchar_t *format, va_list args);
int __wctomb_chk(char *s, wchar_t wchar, size_t buflen);
size_t __wcrtomb_chk(char *s, wchar_t wchar, mbstate_t *ps, size_t buflen);
void *__memcpy_chk(void *dest, const void *src, size_t n, size_t destlen);
void *__memmove_chk(void *dest, const void *src, size_t n, size_t destlen);
void *__mempcpy_chk(void *dest, const void *src, size_t n, size_t destlen);
void *__memset_chk(void *s, int c, size_t n, size_t destlen);
char *__stpcpy_chk(char *dest, const char *src, size_t destlen);
char *__stpncpy_chk(char *dest, const char *src, size_t n, size_t destlen);
char *__strcat_chk(char *dest, const char *src, size_t destlen);
char *__strcpy_chk(char *dest, const char *src, size_t destlen);
char *__strncat_chk(char *dest, const char *src, size_t n, size_t destlen);
char *__strncpy_chk(char *dest, const char *src, size_t n, size_t destlen);
int __sprintf_chk(char *s, int flag, size_t slen, const char *format, ...);
int __snprintf_chk(char *s, size_t n, int flag, size_t slen, const char *format, ...);
int __vsprintf_chk(char *s, int flag, size_t slen, const char *format, va_list args);
int __vsnprintf_chk(char *s, size_t n, int flag, size_t slen, const char *format, va_list args);
int __printf_chk(int flag, const char *format, ...);
int __fprintf_chk(FILE *stream, int flag, const char *format, ...);
int __vprintf_chk(int flag, const char *format, va_list args);
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list args);
int __dprintf_chk(int fd, int flag, const char *format, ...);
int __vdprintf_chk(int fd, int flag, const char *format, va_list args);
int __asprintf_chk(char **ptr, int flag, const char *format, ...);
int __vasprintf_chk(char **ptr, int flag, const char *format, va_list args);
void __syslog_chk(int priority, int flag, const char *format, ...);
char *__fgets_chk(char *s, size_t size, int n, FILE *stream);
char *__fgets_unlocked_chk(char *s, size_t size, int n, FILE *stream);
size_t __fread_chk(void *ptr, size_t ptrlen, size_t size, size_t n, FILE *stream);
size_t __fread_unlocked_chk(void *ptr, size_t ptrlen, size_t size, size_t n, FILE *stream);
char *__gets_chk(char *s, size_t size);
ssize_t __read_chk(int fd, void *buf, size_t nbytes, size_t buflen);
ssize_t __pread_chk(int fd, void *buf, size_t nbytes, off_t offset, size_t bufsize);
ssize_t __pread64_chk(int fd, void *buf, size_t nbytes, off64_t offset, size_t bufsize);
ssize_t __readlink_chk(const char *path, char *buf, size_t len, size_t buflen);
ssize_t __readlinkat_chk(int fd, const char *path, char *buf, size_t len, size_t buflen);
ssize_t __recv_chk(int fd, void *buf, size_t n, size_t buflen, int flags);
ssize_t __recvfrom_chk(int fd, void *buf, size_t n, size_t buflen, int flags, struct sockaddr *addr, socklen_t *addrlen);
char *__getcwd_chk(char *buf, size_t size, size_t buflen);
int __gethostname_chk(char *buf, size_t buflen, size_t maxlen);
int __getgroups_chk(int size, gid_t *list, size_t listlen);
char *__realpath_chk(const char *path, char *resolved, size_t resolvedlen);
long __fdelt_chk(long d);
noreturn void __longjmp_chk(jmp_buf env, int val);
int __poll_chk(struct pollfd *fds, nfds_t nfds, int timeout, size_t fdslen);
size_t __mbstowcs_chk(wchar_t *dst, const char *src, size_t len, size_t dstlen);
size_t __wcstombs_chk(char *dst, const wchar_t *src, size_t len, size_t dstlen);
size_t __mbsrtowcs_chk(wchar_t *dst, const char **src, size_t len, mbstate_t *ps, size_t dstlen);
size_t __mbsnrtowcs_chk(wchar_t *dst, const char **src, size_t nmc, size_t len, mbstate_t *ps, size_t dstlen);
wchar_t *__wcscpy_chk(wchar_t *dest, const wchar_t *src, size_t n);
wchar_t *__wmemcpy_chk(wchar_t *s1, const wchar_t *s2, size_t n, size_t ns1);
wchar_t *__wmemset_chk(wchar_t *s, wchar_t c, size_t n, size_t ns);
void __explicit_bzero_chk(void *s, size_t n, size_t slen);
int __open_2(const char *path, int oflag);
int __open64_2(const char *path, int oflag);
int __openat_2(int fd, const char *path, int oflag);
int __openat64_2(int fd, const char *path, int oflag);

/* names of C99 and C23 readers inside the library */
int __isoc99_fscanf(FILE *stream, const char *format, ...);
int __isoc99_scanf(const char *format, ...);
int __isoc99_sscanf(const char *s, const char *format, ...);
int __isoc99_vfscanf(FILE *stream, const char *format, va_list arg);
int __isoc99_vscanf(const char *format, va_list arg);
int __isoc99_vsscanf(const char *s, const char *format, va_list arg);
int __isoc23_fscanf(FILE *stream, const char *format, ...);
int __isoc23_scanf(const char *format, ...);
int __isoc23_sscanf(const char *s, const char *format, ...);
long __isoc23_strtol(const char *nptr, char **endptr, int base);
unsigned long __isoc23_strtoul(const char *nptr, char **endptr, int base);
long long __isoc23_strtoll(const char *nptr, char **endptr, int base);
unsigned long long __isoc23_strtoull(const char *nptr, char **endptr, int base);
char *__xpg_basename(char *path);
int __xpg_strerror_r(int errnum, char *buf, size_t buflen);
int __sigsetjmp(sigjmp_buf env, int savemask);
int _setjmp(jmp_buf env);
char *__strdup(const char *s);
int __xstat(int ver, const char *path, struct stat *buf);
int __fxstat(int ver, int fd, struct stat *buf);
int __lxstat(int ver, const char *path, struct stat *buf);
int __uflow(FILE *stream);
int __overflow(FILE *stream, int ch);

/* dlfcn.h, link.h */
int dladdr(const void *addr, Dl_info *info);
int dl_iterate_phdr(int (*callback)(struct dl_phdr_info *, size_t, void *), void *data);
void *dlvsym(void *handle, const char *symbol, const char *version);

/* execinfo.h */
int backtrace(void **buffer, int size);
char **backtrace_symbols(void *const *buffer, int size);
void backtrace_symbols_fd(void *const *buffer, int size, int fd);

/* fcntl.h, sys/sendfile.h */
int creat64(const char *pathname, mode_t mode);
int fallocate(int fd, int mode, off_t offset, off_t len);
int open64(const char *pathname, int flags, ...);
int openat64(int dirfd, const char *pathname, int flags, ...);
ssize_t readahead(int fd, off64_t offset, size_t count);
ssize_t sendfile(int out_fd, int in_fd, off_t *offset, size_t count);
ssize_t sendfile64(int out_fd, int in_fd, off64_t *offset, size_t count);
ssize_t splice(int fd_in, off64_t *off_in, int fd_out, off64_t *off_out, size_t len, unsigned int flags);
ssize_t tee(int fd_in, int fd_out, size_t len, unsigned int flags);

/* fts.h */
FTS *fts_open(char *const *path_argv, int options, int (*compar)(const FTSENT **, const FTSENT **));
FTSENT *fts_read(FTS *ftsp);
FTSENT *fts_children(FTS *ftsp, int instr);
int fts_set(FTS *ftsp, FTSENT *f, int options);
int fts_close(FTS *ftsp);

/* getopt.h */
int getopt_long(int argc, char *const *argv, const char *optstring, const struct option *longopts, int *longindex);
int getopt_long_only(int argc, char *const *argv, const char *optstring, const struct option *longopts, int *longindex);

/* ifaddrs.h */
int getifaddrs(struct ifaddrs **ifap);
void freeifaddrs(struct ifaddrs *ifa);

/* libintl.h */
char *__dcgettext(const char *domainname, const char *msgid, int category);
char *bindtextdomain(const char *domainname, const char *dirname);
char *bind_textdomain_codeset(const char *domainname, const char *codeset);
char *dcgettext(const char *domainname, const char *msgid, int category);
char *dcngettext(const char *domainname, const char *msgid, const char *msgid_plural, unsigned long n, int category);
char *dgettext(const char *domainname, const char *msgid);
char *dngettext(const char *domainname, const char *msgid, const char *msgid_plural, unsigned long n);
char *gettext(const char *msgid);
char *ngettext(const char *msgid, const char *msgid_plural, unsigned long n);
char *textdomain(const char *domainname);

/* malloc.h */
struct mallinfo2 mallinfo2(void);
struct mallinfo mallinfo(void);
int malloc_trim(size_t pad);
size_t malloc_usable_size(void *ptr);
int mallopt(int param, int value);
void *memalign(size_t alignment, size_t size);
void *pvalloc(size_t size);
void *valloc(size_t size);

/* math.h */
double exp10(double x);
double gamma(double x);
double lgamma_r(double x, int *signp);
double pow10(double x);
double scalb(double x, double exp);
double significand(double x);
void sincos(double x, double *sin, double *cos);
void sincosf(float x, float *sin, float *cos);
int __finite(double x);
int __isinf(double x);
int __isnan(double x);
int __fpclassify(double x);
int __signbit(double x);

/* mntent.h */
char *hasmntopt(const struct mntent *mnt, const char *opt);
int addmntent(FILE *stream, const struct mntent *mnt);
struct mntent *getmntent_r(FILE *stream, struct mntent *result, char *buffer, int bufsize);
int endmntent(FILE *stream);
struct mntent *getmntent(FILE *stream);
FILE *setmntent(const char *filename, const char *type);

/* netdb.h */
int gethostbyaddr_r(const void *addr, socklen_t len, int type, struct hostent *ret, char *buf, size_t buflen, struct hostent **result, int *h_errnop);
int getprotobyname_r(const char *name, struct protoent *result_buf, char *buf, size_t buflen, struct protoent **result);
int getservbyname_r(const char *name, const char *proto, struct servent *result_buf, char *buf, size_t buflen, struct servent **result);
int getservbyport_r(int port, const char *proto, struct servent *result_buf, char *buf, size_t buflen, struct servent **result);
void herror(const char *s);
int *__h_errno_location(void);
struct hostent *gethostbyname2(const char *name, int af);
int gethostbyname_r(const char *name, struct hostent *ret, char *buf, size_t buflen, struct hostent **result, int *h_errnop);
const char *hstrerror(int err);
int inet_aton(const char *cp, struct in_addr *inp);

/* poll.h, sys/epoll.h, sys/eventfd.h, sys/inotify.h, sys/signalfd.h, sys/timerfd.h */
int ppoll(struct pollfd *fds, nfds_t nfds, const struct timespec *tmo_p, const sigset_t *sigmask);
int epoll_create(int size);
int epoll_create1(int flags);
int epoll_ctl(int epfd, int op, int fd, struct epoll_event *event);
int epoll_pwait(int epfd, struct epoll_event *events, int maxevents, int timeout, const sigset_t *sigmask);
int epoll_wait(int epfd, struct epoll_event *events, int maxevents, int timeout);
int eventfd(unsigned int initval, int flags);
int eventfd_read(int fd, eventfd_t *value);
int eventfd_write(int fd, eventfd_t value);
int inotify_add_watch(int fd, const char *pathname, uint32_t mask);
int inotify_init(void);
int inotify_init1(int flags);
int inotify_rm_watch(int fd, int wd);
int signalfd(int fd, const sigset_t *mask, int flags);
int timerfd_create(int clockid, int flags);
int timerfd_gettime(int fd, struct itimerspec *curr_value);
int timerfd_settime(int fd, int flags, const struct itimerspec *new_value, struct itimerspec *old_value);

/* pthread.h, sched.h */
int pthread_attr_setaffinity_np(pthread_attr_t *attr, size_t cpusetsize, const cpu_set_t *cpuset);
int pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock_id, const struct timespec *abstime);
int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clockid, const struct timespec *abstime);
int pthread_timedjoin_np(pthread_t thread, void **retval, const struct timespec *abstime);
int pthread_tryjoin_np(pthread_t thread, void **retval);
int sem_clockwait(sem_t *sem, clockid_t clock, const struct timespec *abstime);
int pthread_getaffinity_np(pthread_t thread, size_t cpusetsize, cpu_set_t *cpuset);
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attr);
int pthread_getname_np(pthread_t thread, char *name, size_t len);
int pthread_setaffinity_np(pthread_t thread, size_t cpusetsize, const cpu_set_t *cpuset);
int pthread_setname_np(pthread_t thread, const char *name);
int clone(int (*fn)(void *), void *stack, int flags, void *arg, ...);
int sched_getaffinity(pid_t pid, size_t cpusetsize, cpu_set_t *mask);
int sched_getcpu(void);
int sched_setaffinity(pid_t pid, size_t cpusetsize, const cpu_set_t *mask);
int setns(int fd, int nstype);
int unshare(int flags);
int __sched_cpucount(size_t setsize, const cpu_set_t *setp);
cpu_set_t *__sched_cpualloc(size_t count);
void __sched_cpufree(cpu_set_t *set);
int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *dso_handle);

/* stdio.h */
int asprintf(char **strp, const char *format, ...);
void clearerr_unlocked(FILE *stream);
FILE *fopen64(const char *filename, const char *mode);
FILE *fopencookie(void *cookie, const char *mode, cookie_io_functions_t io_funcs);
FILE *freopen64(const char *filename, const char *mode, FILE *stream);
int fcloseall(void);
int feof_unlocked(FILE *stream);
int ferror_unlocked(FILE *stream);
int fflush_unlocked(FILE *stream);
int fgetc_unlocked(FILE *stream);
char *fgets_unlocked(char *s, int n, FILE *stream);
int fileno_unlocked(FILE *stream);
int fputc_unlocked(int c, FILE *stream);
int fputs_unlocked(const char *s, FILE *stream);
size_t fread_unlocked(void *ptr, size_t size, size_t n, FILE *stream);
int fseeko64(FILE *stream, off64_t offset, int whence);
off64_t ftello64(FILE *stream);
size_t fwrite_unlocked(const void *ptr, size_t size, size_t n, FILE *stream);
int getw(FILE *stream);
int putw(int w, FILE *stream);
ssize_t __getdelim(char **lineptr, size_t *n, int delim, FILE *stream);
void setbuffer(FILE *stream, char *buf, size_t size);
void setlinebuf(FILE *stream);
FILE *tmpfile64(void);
int vasprintf(char **strp, const char *format, va_list ap);
int renameat2(int olddirfd, const char *oldpath, int newdirfd, const char *newpath, unsigned int flags);
int obstack_printf(struct obstack *obstack, const char *format, ...);

/* stdio_ext.h */
size_t __fbufsize(FILE *stream);
int __flbf(FILE *stream);
void __fpurge(FILE *stream);
size_t __fpending(FILE *stream);
int __freadable(FILE *stream);
int __freading(FILE *stream);
int __fsetlocking(FILE *stream, int type);
int __fwritable(FILE *stream);
int __fwriting(FILE *stream);

/* obstack.h */
int _obstack_begin(struct obstack *h, int size, int alignment, void *(*chunkfun)(long), void (*freefun)(void *));
void _obstack_newchunk(struct obstack *h, int length);
void obstack_free(struct obstack *h, void *obj);

/* stdlib.h */
int mkostemp64(char *template, int flags);
double strtod_l(const char *nptr, char **endptr, locale_t locale);
long strtol_l(const char *nptr, char **endptr, int base, locale_t locale);
unsigned long strtoul_l(const char *nptr, char **endptr, int base, locale_t locale);
void *reallocarray(void *ptr, size_t nmemb, size_t size);
void arc4random_buf(void *buf, size_t nbytes);
uint32_t arc4random(void);
uint32_t arc4random_uniform(uint32_t upper_bound);
char *canonicalize_file_name(const char *path);
void cfree(void *ptr);
int clearenv(void);
int getloadavg(double *loadavg, int nelem);
int getpt(void);
int mkostemp(char *template, int flags);
int mkostemps(char *template, int suffixlen, int flags);
int mkstemp64(char *template);
int mkstemps(char *template, int suffixlen);
char *mktemp(char *template);
int on_exit(void (*function)(int, void *), void *arg);
int ptsname_r(int fd, char *buf, size_t buflen);
void qsort_r(void *base, size_t nmemb, size_t size, int (*compar)(const void *, const void *, void *), void *arg);
int random_r(struct random_data *buf, int32_t *result);
int rpmatch(const char *response);
char *secure_getenv(const char *name);
int srandom_r(unsigned int seed, struct random_data *buf);

/* string.h */
void *__mempcpy(void *dest, const void *src, size_t n);
char *basename(const char *filename);
void explicit_bzero(void *s, size_t n);
int ffsl(long i);
int ffsll(long long i);
void *memfrob(void *s, size_t n);
void *memmem(const void *haystack, size_t haystacklen, const void *needle, size_t needlelen);
void *mempcpy(void *dest, const void *src, size_t n);
void *memrchr(const void *s, int c, size_t n);
void *rawmemchr(const void *s, int c);
const char *sigabbrev_np(int sig);
const char *sigdescr_np(int sig);
char *strcasestr(const char *haystack, const char *needle);
char *strchrnul(const char *s, int c);
const char *strerrorname_np(int errnum);
char *strerror_r(int errnum, char *buf, size_t buflen);
char *strfry(char *string);
char *strsep(char **stringp, const char *delim);
int strverscmp(const char *s1, const char *s2);
char *__stpcpy(char *dest, const char *src);
char *__strtok_r(char *s, const char *delim, char **save_ptr);

/* sys/mman.h */
int madvise(void *addr, size_t length, int advice);
int memfd_create(const char *name, unsigned int flags);
int mincore(void *addr, size_t length, unsigned char *vec);
int mlock2(const void *addr, size_t length, unsigned int flags);
void *mmap64(void *addr, size_t length, int prot, int flags, int fd, off64_t offset);
void *mremap(void *old_address, size_t old_size, size_t new_size, int flags, ...);
int pkey_alloc(unsigned int flags, unsigned int access_rights);
int pkey_free(int pkey);
int pkey_mprotect(void *addr, size_t len, int prot, int pkey);

/* sys/mount.h, sys/prctl.h, sys/ptrace.h, sys/random.h, sys/reboot.h, sys/swap.h, sys/sysinfo.h, sys/syscall.h, sys/xattr.h */
ssize_t flistxattr(int fd, char *list, size_t size);
int lremovexattr(const char *path, const char *name);
int mount(const char *source, const char *target, const char *filesystemtype, unsigned long mountflags, const void *data);
int umount(const char *target);
int umount2(const char *target, int flags);
int prctl(int option, ...);
long ptrace(enum __ptrace_request request, ...);
ssize_t getrandom(void *buf, size_t buflen, unsigned int flags);
int getentropy(void *buffer, size_t length);
int reboot(int howto);
int swapoff(const char *path);
int swapon(const char *path, int swapflags);
int sysinfo(struct sysinfo *info);
int get_nprocs(void);
int get_nprocs_conf(void);
long syscall(long number, ...);
ssize_t fgetxattr(int fd, const char *name, void *value, size_t size);
int fremovexattr(int fd, const char *name);
int fsetxattr(int fd, const char *name, const void *value, size_t size, int flags);
ssize_t getxattr(const char *path, const char *name, void *value, size_t size);
ssize_t lgetxattr(const char *path, const char *name, void *value, size_t size);
ssize_t listxattr(const char *path, char *list, size_t size);
ssize_t llistxattr(const char *path, char *list, size_t size);
int lsetxattr(const char *path, const char *name, const void *value, size_t size, int flags);
int removexattr(const char *path, const char *name);
int setxattr(const char *path, const char *name, const void *value, size_t size, int flags);
int capget(void *header, void *data);
int capset(void *header, const void *data);

/* sys/auxv.h, sys/file.h, sys/ioctl.h, sys/fsuid.h, sys/klog.h, sys/personality.h */
unsigned long getauxval(unsigned long type);
int flock(int fd, int operation);
int ioctl(int fd, unsigned long request, ...);
int setfsgid(gid_t fsgid);
int setfsuid(uid_t fsuid);
int klogctl(int type, char *bufp, int len);
int personality(unsigned long persona);

/* sys/resource.h, sys/wait.h */
int getrlimit64(enum __rlimit_resource resource, struct rlimit64 *rlim);
int getrlimit(enum __rlimit_resource resource, struct rlimit *rlim);
int setrlimit(enum __rlimit_resource resource, const struct rlimit *rlim);
int prlimit(pid_t pid, enum __rlimit_resource resource, const struct rlimit *new_limit, struct rlimit *old_limit);
int setrlimit64(enum __rlimit_resource resource, const struct rlimit64 *rlim);
pid_t wait3(int *wstatus, int options, struct rusage *rusage);
pid_t wait4(pid_t pid, int *wstatus, int options, struct rusage *rusage);

/* sys/socket.h */
int accept4(int sockfd, struct sockaddr *addr, socklen_t *addrlen, int flags);
int recvmmsg(int sockfd, struct mmsghdr *msgvec, unsigned int vlen, int flags, struct timespec *timeout);
int sendmmsg(int sockfd, struct mmsghdr *msgvec, unsigned int vlen, int flags);

/* sys/stat.h, sys/statfs.h */
int fstatvfs64(int fd, struct statvfs64 *buf);
int statvfs64(const char *path, struct statvfs64 *buf);
int fstat64(int fd, struct stat64 *statbuf);
int fstatat64(int dirfd, const char *pathname, struct stat64 *statbuf, int flags);
int fstatfs(int fd, struct statfs *buf);
int fstatfs64(int fd, struct statfs64 *buf);
int lstat64(const char *pathname, struct stat64 *statbuf);
int stat64(const char *pathname, struct stat64 *statbuf);
int statfs(const char *path, struct statfs *buf);
int statfs64(const char *path, struct statfs64 *buf);
int statx(int dirfd, const char *pathname, int flags, unsigned int mask, struct statx *statxbuf);
int lchmod(const char *pathname, mode_t mode);

/* sys/time.h, time.h */
int adjtimex(struct timex *buf);
int clock_adjtime(clockid_t clock_id, struct timex *utx);
int futimesat(int fd, const char *filename, const struct timeval *tv);
int adjtime(const struct timeval *delta, struct timeval *olddelta);
int futimes(int fd, const struct timeval *tv);
int lutimes(const char *filename, const struct timeval *tv);
int settimeofday(const struct timeval *tv, const struct timezone *tz);
int stime(const time_t *t);
time_t timegm(struct tm *tm);
time_t timelocal(struct tm *tm);

/* sys/uio.h */
ssize_t preadv2(int fd, const struct iovec *iov, int iovcnt, off_t offset, int flags);
ssize_t pwritev2(int fd, const struct iovec *iov, int iovcnt, off_t offset, int flags);
ssize_t preadv64(int fd, const struct iovec *iov, int iovcnt, off64_t offset);
ssize_t pwritev64(int fd, const struct iovec *iov, int iovcnt, off64_t offset);
ssize_t preadv(int fd, const struct iovec *iov, int iovcnt, off_t offset);
ssize_t process_vm_readv(pid_t pid, const struct iovec *local_iov, unsigned long liovcnt, const struct iovec *remote_iov, unsigned long riovcnt, unsigned long flags);
ssize_t process_vm_writev(pid_t pid, const struct iovec *local_iov, unsigned long liovcnt, const struct iovec *remote_iov, unsigned long riovcnt, unsigned long flags);
ssize_t pwritev(int fd, const struct iovec *iov, int iovcnt, off_t offset);

/* termios.h, pty.h, utmp.h */
struct utmpx *getutxid(const struct utmpx *id);
struct utmpx *pututxline(const struct utmpx *utmpx);
void updwtmpx(const char *wtmpx_file, const struct utmpx *utmpx);
int utmpxname(const char *file);
void cfmakeraw(struct termios *termios_p);
int cfsetspeed(struct termios *termios_p, speed_t speed);
int forkpty(int *amaster, char *name, const struct termios *termp, const struct winsize *winp);
int login_tty(int fd);
int openpty(int *amaster, int *aslave, char *name, const struct termios *termp, const struct winsize *winp);
void endutxent(void);
struct utmpx *getutxent(void);
void setutxent(void);

/* unistd.h */
int __getpagesize(void);
void setusershell(void);
long __sysconf(int name);
int acct(const char *filename);
int brk(void *addr);
int chroot(const char *path);
void closefrom(int lowfd);
int close_range(unsigned int first, unsigned int last, int flags);
ssize_t copy_file_range(int fd_in, off64_t *off_in, int fd_out, off64_t *off_out, size_t len, unsigned int flags);
int daemon(int nochdir, int noclose);
int dup3(int oldfd, int newfd, int flags);
void endusershell(void);
int eaccess(const char *pathname, int mode);
int euidaccess(const char *pathname, int mode);
int execvpe(const char *file, char *const *argv, char *const *envp);
int ftruncate64(int fd, off64_t length);
char *get_current_dir_name(void);
int getdomainname(char *name, size_t len);
int getdtablesize(void);
char *getpass(const char *prompt);
int getresgid(gid_t *rgid, gid_t *egid, gid_t *sgid);
int getresuid(uid_t *ruid, uid_t *euid, uid_t *suid);
pid_t gettid(void);
char *getusershell(void);
char *getwd(char *buf);
int group_member(gid_t gid);
int initgroups(const char *user, gid_t group);
off64_t lseek64(int fd, off64_t offset, int whence);
int pipe2(int *pipefd, int flags);
ssize_t pread64(int fd, void *buf, size_t count, off64_t offset);
ssize_t pwrite64(int fd, const void *buf, size_t count, off64_t offset);
int setdomainname(const char *name, size_t len);
int setgroups(size_t size, const gid_t *list);
int sethostname(const char *name, size_t len);
int setresgid(gid_t rgid, gid_t egid, gid_t sgid);
int setresuid(uid_t ruid, uid_t euid, uid_t suid);
int syncfs(int fd);
int truncate64(const char *path, off64_t length);
int vhangup(void);

/* crypt.h, dirent.h, glob.h, grp.h, wchar.h */
char *crypt_r(const char *key, const char *setting, struct crypt_data *data);
int alphasort64(const struct dirent64 **a, const struct dirent64 **b);
struct group *fgetgrent(FILE *stream);
struct passwd *fgetpwent(FILE *stream);
struct spwd *fgetspent(FILE *stream);
ssize_t getdents64(int fd, void *buffer, size_t length);
int lckpwdf(void);
int ulckpwdf(void);
void endspent(void);
void setspent(void);
struct spwd *getspent(void);
int getspnam_r(const char *name, struct spwd *result_buf, char *buffer, size_t buflen, struct spwd **result);
int putgrent(const struct group *p, FILE *stream);
int putspent(const struct spwd *p, FILE *stream);
struct spwd *sgetspent(const char *string);
int scandir64(const char *dirp, struct dirent64 ***namelist, int (*filter)(const struct dirent64 *), int (*compar)(const struct dirent64 **, const struct dirent64 **));
struct dirent64 *readdir64(DIR *dirp);
int scandirat(int dirfd, const char *dirp, struct dirent ***namelist, int (*filter)(const struct dirent *), int (*compar)(const struct dirent **, const struct dirent **));
int versionsort(const struct dirent **a, const struct dirent **b);
int getgrouplist(const char *user, gid_t group, gid_t *groups, int *ngroups);
int putpwent(const struct passwd *p, FILE *stream);
struct spwd *getspnam(const char *name);
wchar_t *wmempcpy(wchar_t *dest, const wchar_t *src, size_t n);
wchar_t *wcschrnul(const wchar_t *s, wchar_t c);
wchar_t *wcpcpy(wchar_t *dest, const wchar_t *src);

/* argp.h */
int argp_parse(const struct argp *argp, int argc, char **argv, unsigned int flags, int *arg_index, void *input);
void argp_error(const struct argp_state *state, const char *fmt, ...);
void argp_help(const struct argp *argp, FILE *stream, unsigned int flags, char *name);
void argp_state_help(const struct argp_state *state, FILE *stream, unsigned int flags);
void argp_usage(const struct argp_state *state);

/* fcntl.h */
int fallocate64(int fd, int mode, off64_t offset, off64_t len);
int fcntl64(int fd, int cmd, ...);
int lockf64(int fd, int cmd, off64_t len);
int posix_fadvise64(int fd, off64_t offset, off64_t len, int advice);
int posix_fallocate64(int fd, off64_t offset, off64_t len);
int name_to_handle_at(int dirfd, const char *pathname, struct file_handle *handle, int *mount_id, int flags);
int open_by_handle_at(int mount_fd, struct file_handle *handle, int flags);
int sync_file_range(int fd, off64_t offset, off64_t count, unsigned int flags);
ssize_t vmsplice(int fd, const struct iovec *iov, size_t nr_segs, unsigned int flags);

/* search.h */
void tdestroy(void *root, void (*freefct)(void *));

/* signal.h */
int __libc_current_sigrtmax(void);
int __libc_current_sigrtmin(void);
sighandler_t __sysv_signal(int sig, sighandler_t handler);
int sigandset(sigset_t *set, const sigset_t *left, const sigset_t *right);
int sigisemptyset(const sigset_t *set);
int sigorset(sigset_t *set, const sigset_t *left, const sigset_t *right);

/* netinet/in.h, resolv.h */
int dn_expand(const unsigned char *msg, const unsigned char *eomorig, const unsigned char *comp_dn, char *exp_dn, int length);
int res_query(const char *dname, int class, int type, unsigned char *answer, int anslen);
int res_search(const char *dname, int class, int type, unsigned char *answer, int anslen);
