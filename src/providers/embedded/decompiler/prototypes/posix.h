/* Functions of POSIX that ISO C has not, grouped by header. */

/* arpa/inet.h */
in_addr_t inet_addr(const char *cp);
char *inet_ntoa(struct in_addr in);
const char *inet_ntop(int af, const void *src, char *dst, socklen_t size);
int inet_pton(int af, const char *src, void *dst);
uint32_t htonl(uint32_t hostlong);
uint16_t htons(uint16_t hostshort);
uint32_t ntohl(uint32_t netlong);
uint16_t ntohs(uint16_t netshort);

/* ctype.h */
int isascii(int c);
int toascii(int c);

/* dirent.h */
int alphasort(const struct dirent **a, const struct dirent **b);
int closedir(DIR *dirp);
int dirfd(DIR *dirp);
DIR *fdopendir(int fd);
DIR *opendir(const char *name);
struct dirent *readdir(DIR *dirp);
int readdir_r(DIR *dirp, struct dirent *entry, struct dirent **result);
void rewinddir(DIR *dirp);
int scandir(const char *dirp, struct dirent ***namelist, int (*filter)(const struct dirent *), int (*compar)(const struct dirent **, const struct dirent **));
void seekdir(DIR *dirp, long loc);
long telldir(DIR *dirp);

/* dlfcn.h */
int dlclose(void *handle);
char *dlerror(void);
void *dlopen(const char *filename, int flags);
void *dlsym(void *handle, const char *symbol);

/* fcntl.h */
int creat(const char *pathname, mode_t mode);
int fcntl(int fd, int cmd, ...);
int open(const char *pathname, int flags, ...);
int openat(int dirfd, const char *pathname, int flags, ...);
int posix_fadvise(int fd, off_t offset, off_t len, int advice);
int posix_fallocate(int fd, off_t offset, off_t len);

/* fnmatch.h */
int fnmatch(const char *pattern, const char *string, int flags);

/* ftw.h */
int ftw(const char *dirpath, int (*fn)(const char *, const struct stat *, int), int nopenfd);
int nftw(const char *dirpath, int (*fn)(const char *, const struct stat *, int, struct FTW *), int nopenfd, int flags);

/* glob.h */
int glob(const char *pattern, int flags, int (*errfunc)(const char *, int), glob_t *pglob);
void globfree(glob_t *pglob);

/* grp.h */
void endgrent(void);
struct group *getgrent(void);
struct group *getgrgid(gid_t gid);
int getgrgid_r(gid_t gid, struct group *grp, char *buf, size_t buflen, struct group **result);
struct group *getgrnam(const char *name);
int getgrnam_r(const char *name, struct group *grp, char *buf, size_t buflen, struct group **result);
void setgrent(void);

/* iconv.h */
size_t iconv(iconv_t cd, char **inbuf, size_t *inbytesleft, char **outbuf, size_t *outbytesleft);
int iconv_close(iconv_t cd);
iconv_t iconv_open(const char *tocode, const char *fromcode);

/* langinfo.h */
char *nl_langinfo_l(nl_item item, locale_t locale);
char *nl_langinfo(nl_item item);

/* libgen.h */
char *basename(char *path);
char *dirname(char *path);

/* locale.h */
locale_t duplocale(locale_t locobj);
void freelocale(locale_t locobj);
locale_t newlocale(int category_mask, const char *locale, locale_t base);
locale_t uselocale(locale_t newloc);

/* math.h */
double j0(double x);
double j1(double x);
double jn(int n, double x);
double y0(double x);
double y1(double x);
double yn(int n, double x);

/* net/if.h */
void if_freenameindex(struct if_nameindex *ptr);
struct if_nameindex *if_nameindex(void);
unsigned int if_nametoindex(const char *ifname);
char *if_indextoname(unsigned int ifindex, char *ifname);

/* netdb.h */
void endnetent(void);
void endprotoent(void);
void endservent(void);
struct netent *getnetbyaddr(uint32_t net, int type);
struct netent *getnetbyname(const char *name);
struct netent *getnetent(void);
struct protoent *getprotoent(void);
struct servent *getservent(void);
void setnetent(int stayopen);
void setprotoent(int stayopen);
void setservent(int stayopen);
void endhostent(void);
void freeaddrinfo(struct addrinfo *res);
const char *gai_strerror(int errcode);
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **res);
struct hostent *gethostbyaddr(const void *addr, socklen_t len, int type);
struct hostent *gethostbyname(const char *name);
struct hostent *gethostent(void);
int getnameinfo(const struct sockaddr *addr, socklen_t addrlen, char *host, socklen_t hostlen, char *serv, socklen_t servlen, int flags);
struct protoent *getprotobyname(const char *name);
struct protoent *getprotobynumber(int proto);
struct servent *getservbyname(const char *name, const char *proto);
struct servent *getservbyport(int port, const char *proto);
void sethostent(int stayopen);

/* nl_types.h */
int catclose(nl_catd catalog);
char *catgets(nl_catd catalog, int set_number, int message_number, const char *message);
nl_catd catopen(const char *name, int flag);

/* poll.h */
int poll(struct pollfd *fds, nfds_t nfds, int timeout);

/* pthread.h */
int pthread_attr_getdetachstate(const pthread_attr_t *attr, int *detachstate);
int pthread_attr_getguardsize(const pthread_attr_t *attr, size_t *guardsize);
int pthread_attr_getstack(const pthread_attr_t *attr, void **stackaddr, size_t *stacksize);
int pthread_attr_setinheritsched(pthread_attr_t *attr, int inheritsched);
int pthread_attr_setschedparam(pthread_attr_t *attr, const struct sched_param *param);
int pthread_attr_setschedpolicy(pthread_attr_t *attr, int policy);
int pthread_attr_setscope(pthread_attr_t *attr, int scope);
int pthread_attr_setstack(pthread_attr_t *attr, void *stackaddr, size_t stacksize);
int pthread_condattr_setpshared(pthread_condattr_t *attr, int pshared);
int pthread_getcpuclockid(pthread_t thread, clockid_t *clock_id);
int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *param);
int pthread_mutex_consistent(pthread_mutex_t *mutex);
int pthread_mutexattr_gettype(const pthread_mutexattr_t *attr, int *type);
int pthread_rwlock_timedrdlock(pthread_rwlock_t *rwlock, const struct timespec *abstime);
int pthread_rwlock_timedwrlock(pthread_rwlock_t *rwlock, const struct timespec *abstime);
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attr);
int pthread_rwlockattr_init(pthread_rwlockattr_t *attr);
int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *param);
int sched_getparam(pid_t pid, struct sched_param *param);
int sched_rr_get_interval(pid_t pid, struct timespec *interval);
int sched_setparam(pid_t pid, const struct sched_param *param);
int sched_setscheduler(pid_t pid, int policy, const struct sched_param *param);
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void));
int pthread_attr_destroy(pthread_attr_t *attr);
int pthread_attr_getstacksize(const pthread_attr_t *attr, size_t *stacksize);
int pthread_attr_init(pthread_attr_t *attr);
int pthread_attr_setdetachstate(pthread_attr_t *attr, int detachstate);
int pthread_attr_setguardsize(pthread_attr_t *attr, size_t guardsize);
int pthread_attr_setstacksize(pthread_attr_t *attr, size_t stacksize);
int pthread_barrier_destroy(pthread_barrier_t *barrier);
int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attr, unsigned int count);
int pthread_barrier_wait(pthread_barrier_t *barrier);
int pthread_cancel(pthread_t thread);
int pthread_cond_broadcast(pthread_cond_t *cond);
int pthread_cond_destroy(pthread_cond_t *cond);
int pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attr);
int pthread_cond_signal(pthread_cond_t *cond);
int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *abstime);
int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex);
int pthread_condattr_destroy(pthread_condattr_t *attr);
int pthread_condattr_init(pthread_condattr_t *attr);
int pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock_id);
int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start_routine)(void *), void *arg);
int pthread_detach(pthread_t thread);
int pthread_equal(pthread_t t1, pthread_t t2);
noreturn void pthread_exit(void *retval);
void *pthread_getspecific(pthread_key_t key);
int pthread_join(pthread_t thread, void **retval);
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *));
int pthread_key_delete(pthread_key_t key);
int pthread_kill(pthread_t thread, int sig);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *abstime);
int pthread_mutex_trylock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_mutexattr_destroy(pthread_mutexattr_t *attr);
int pthread_mutexattr_init(pthread_mutexattr_t *attr);
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol);
int pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int pshared);
int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust);
int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int type);
int pthread_once(pthread_once_t *once_control, void (*init_routine)(void));
int pthread_rwlock_destroy(pthread_rwlock_t *rwlock);
int pthread_rwlock_init(pthread_rwlock_t *rwlock, const pthread_rwlockattr_t *attr);
int pthread_rwlock_rdlock(pthread_rwlock_t *rwlock);
int pthread_rwlock_tryrdlock(pthread_rwlock_t *rwlock);
int pthread_rwlock_trywrlock(pthread_rwlock_t *rwlock);
int pthread_rwlock_unlock(pthread_rwlock_t *rwlock);
int pthread_rwlock_wrlock(pthread_rwlock_t *rwlock);
pthread_t pthread_self(void);
int pthread_setcancelstate(int state, int *oldstate);
int pthread_setcanceltype(int type, int *oldtype);
int pthread_setspecific(pthread_key_t key, const void *value);
int pthread_sigmask(int how, const sigset_t *set, sigset_t *oldset);
int pthread_spin_destroy(pthread_spinlock_t *lock);
int pthread_spin_init(pthread_spinlock_t *lock, int pshared);
int pthread_spin_lock(pthread_spinlock_t *lock);
int pthread_spin_trylock(pthread_spinlock_t *lock);
int pthread_spin_unlock(pthread_spinlock_t *lock);
void pthread_testcancel(void);
int sched_get_priority_max(int policy);
int sched_get_priority_min(int policy);
int sched_getscheduler(pid_t pid);
int sched_yield(void);

/* pwd.h */
void endpwent(void);
struct passwd *getpwent(void);
struct passwd *getpwnam(const char *name);
int getpwnam_r(const char *name, struct passwd *pwd, char *buf, size_t buflen, struct passwd **result);
struct passwd *getpwuid(uid_t uid);
int getpwuid_r(uid_t uid, struct passwd *pwd, char *buf, size_t buflen, struct passwd **result);
void setpwent(void);

/* regex.h */
int regcomp(regex_t *preg, const char *regex, int cflags);
size_t regerror(int errcode, const regex_t *preg, char *errbuf, size_t errbuf_size);
int regexec(const regex_t *preg, const char *string, size_t nmatch, regmatch_t *pmatch, int eflags);
void regfree(regex_t *preg);

/* search.h */
void twalk(const void *root, void (*action)(const void *, VISIT, int));
int hcreate(size_t nel);
void hdestroy(void);
void *lfind(const void *key, const void *base, size_t *nelp, size_t width, int (*compar)(const void *, const void *));
void *lsearch(const void *key, void *base, size_t *nelp, size_t width, int (*compar)(const void *, const void *));
void *tdelete(const void *key, void **rootp, int (*compar)(const void *, const void *));
void *tfind(const void *key, void *const *rootp, int (*compar)(const void *, const void *));
void *tsearch(const void *key, void **rootp, int (*compar)(const void *, const void *));

/* semaphore.h */
int sem_close(sem_t *sem);
int sem_destroy(sem_t *sem);
int sem_getvalue(sem_t *sem, int *sval);
int sem_init(sem_t *sem, int pshared, unsigned int value);
sem_t *sem_open(const char *name, int oflag, ...);
int sem_post(sem_t *sem);
int sem_timedwait(sem_t *sem, const struct timespec *abs_timeout);
int sem_trywait(sem_t *sem);
int sem_unlink(const char *name);
int sem_wait(sem_t *sem);

/* setjmp.h */
noreturn void _longjmp(jmp_buf env, int val);
noreturn void siglongjmp(sigjmp_buf env, int val);

/* signal.h */
void psignal(int sig, const char *s);
int sigqueue(pid_t pid, int sig, union sigval value);
int kill(pid_t pid, int sig);
int killpg(pid_t pgrp, int sig);
int sigaction(int signum, const struct sigaction *act, struct sigaction *oldact);
int sigaddset(sigset_t *set, int signum);
int sigaltstack(const stack_t *ss, stack_t *old_ss);
int sigdelset(sigset_t *set, int signum);
int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int siginterrupt(int sig, int flag);
int sigismember(const sigset_t *set, int signum);
int sigpending(sigset_t *set);
int sigprocmask(int how, const sigset_t *set, sigset_t *oldset);
int sigsuspend(const sigset_t *mask);
int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *timeout);
int sigwait(const sigset_t *set, int *sig);
int sigwaitinfo(const sigset_t *set, siginfo_t *info);

/* spawn.h */
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *file_actions, int fd, const char *path, int oflag, mode_t mode);
int posix_spawnattr_getflags(const posix_spawnattr_t *attr, short *flags);
int posix_spawnattr_setpgroup(posix_spawnattr_t *attr, pid_t pgroup);
int posix_spawnattr_setschedparam(posix_spawnattr_t *attr, const struct sched_param *param);
int posix_spawnattr_setschedpolicy(posix_spawnattr_t *attr, int policy);
int posix_spawnattr_setsigdefault(posix_spawnattr_t *attr, const sigset_t *sigdefault);
int posix_spawnattr_setsigmask(posix_spawnattr_t *attr, const sigset_t *sigmask);
int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *file_actions, const posix_spawnattr_t *attrp, char *const *argv, char *const *envp);
int posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *file_actions, const posix_spawnattr_t *attrp, char *const *argv, char *const *envp);
int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *file_actions, int fd);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *file_actions, int fd, int newfd);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *file_actions);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *file_actions);
int posix_spawnattr_destroy(posix_spawnattr_t *attr);
int posix_spawnattr_init(posix_spawnattr_t *attr);
int posix_spawnattr_setflags(posix_spawnattr_t *attr, short flags);

/* stdio.h */
char *ctermid(char *s);
int dprintf(int fd, const char *format, ...);
FILE *fdopen(int fd, const char *mode);
int fileno(FILE *stream);
void flockfile(FILE *stream);
FILE *fmemopen(void *buf, size_t size, const char *mode);
int fseeko(FILE *stream, off_t offset, int whence);
off_t ftello(FILE *stream);
int ftrylockfile(FILE *stream);
void funlockfile(FILE *stream);
int getc_unlocked(FILE *stream);
int getchar_unlocked(void);
ssize_t getdelim(char **lineptr, size_t *n, int delim, FILE *stream);
ssize_t getline(char **lineptr, size_t *n, FILE *stream);
FILE *open_memstream(char **ptr, size_t *sizeloc);
int pclose(FILE *stream);
FILE *popen(const char *command, const char *type);
int putc_unlocked(int c, FILE *stream);
int putchar_unlocked(int c);
int renameat(int olddirfd, const char *oldpath, int newdirfd, const char *newpath);
char *tempnam(const char *dir, const char *pfx);
int vdprintf(int fd, const char *format, va_list ap);

/* stdlib.h */
long a64l(const char *s);
double drand48(void);
int getsubopt(char **optionp, char *const *tokens, char **valuep);
int grantpt(int fd);
char *initstate(unsigned int seed, char *state, size_t n);
long jrand48(unsigned short *xsubi);
char *l64a(long value);
long lrand48(void);
char *mkdtemp(char *template);
int mkstemp(char *template);
long mrand48(void);
double erand48(unsigned short *xsubi);
long nrand48(unsigned short *xsubi);
int posix_memalign(void **memptr, size_t alignment, size_t size);
int posix_openpt(int flags);
char *ptsname(int fd);
int putenv(char *string);
int rand_r(unsigned int *seedp);
long random(void);
char *realpath(const char *path, char *resolved_path);
int setenv(const char *name, const char *value, int overwrite);
char *setstate(char *state);
void srand48(long seedval);
void srandom(unsigned int seed);
int unlockpt(int fd);
int unsetenv(const char *name);

/* string.h, strings.h */
char *strerror_l(int errnum, locale_t locale);
int strcoll_l(const char *s1, const char *s2, locale_t locale);
size_t strxfrm_l(char *dest, const char *src, size_t n, locale_t locale);
int strcasecmp_l(const char *s1, const char *s2, locale_t locale);
int strncasecmp_l(const char *s1, const char *s2, size_t n, locale_t locale);
void *memccpy(void *dest, const void *src, int c, size_t n);
char *stpcpy(char *dest, const char *src);
char *stpncpy(char *dest, const char *src, size_t n);
char *strdup(const char *s);
char *strndup(const char *s, size_t n);
size_t strnlen(const char *s, size_t maxlen);
char *strsignal(int sig);
char *strtok_r(char *str, const char *delim, char **saveptr);
int bcmp(const void *s1, const void *s2, size_t n);
void bcopy(const void *src, void *dest, size_t n);
void bzero(void *s, size_t n);
int ffs(int i);
char *index(const char *s, int c);
char *rindex(const char *s, int c);
int strcasecmp(const char *s1, const char *s2);
int strncasecmp(const char *s1, const char *s2, size_t n);

/* sys/ipc.h, sys/msg.h, sys/sem.h, sys/shm.h */
key_t ftok(const char *pathname, int proj_id);
int msgctl(int msqid, int cmd, struct msqid_ds *buf);
int msgget(key_t key, int msgflg);
ssize_t msgrcv(int msqid, void *msgp, size_t msgsz, long msgtyp, int msgflg);
int msgsnd(int msqid, const void *msgp, size_t msgsz, int msgflg);
int semctl(int semid, int semnum, int cmd, ...);
int semget(key_t key, int nsems, int semflg);
int semop(int semid, struct sembuf *sops, size_t nsops);
void *shmat(int shmid, const void *shmaddr, int shmflg);
int shmctl(int shmid, int cmd, struct shmid_ds *buf);
int shmdt(const void *shmaddr);
int shmget(key_t key, size_t size, int shmflg);

/* sys/mman.h */
int mlock(const void *addr, size_t length);
int mlockall(int flags);
void *mmap(void *addr, size_t length, int prot, int flags, int fd, off_t offset);
int mprotect(void *addr, size_t length, int prot);
int msync(void *addr, size_t length, int flags);
int munlock(const void *addr, size_t length);
int munlockall(void);
int munmap(void *addr, size_t length);
int posix_madvise(void *addr, size_t length, int advice);
int shm_open(const char *name, int oflag, mode_t mode);
int shm_unlink(const char *name);

/* sys/resource.h */
int getpriority(int which, id_t who);
int getrlimit(int resource, struct rlimit *rlim);
int getrusage(int who, struct rusage *usage);
int setpriority(int which, id_t who, int prio);
int setrlimit(int resource, const struct rlimit *rlim);

/* sys/select.h */
int pselect(int nfds, fd_set *readfds, fd_set *writefds, fd_set *exceptfds, const struct timespec *timeout, const sigset_t *sigmask);
int select(int nfds, fd_set *readfds, fd_set *writefds, fd_set *exceptfds, struct timeval *timeout);

/* sys/socket.h */
int accept(int sockfd, struct sockaddr *addr, socklen_t *addrlen);
int bind(int sockfd, const struct sockaddr *addr, socklen_t addrlen);
int connect(int sockfd, const struct sockaddr *addr, socklen_t addrlen);
int getpeername(int sockfd, struct sockaddr *addr, socklen_t *addrlen);
int getsockname(int sockfd, struct sockaddr *addr, socklen_t *addrlen);
int getsockopt(int sockfd, int level, int optname, void *optval, socklen_t *optlen);
int listen(int sockfd, int backlog);
ssize_t recv(int sockfd, void *buf, size_t len, int flags);
ssize_t recvfrom(int sockfd, void *buf, size_t len, int flags, struct sockaddr *src_addr, socklen_t *addrlen);
ssize_t recvmsg(int sockfd, struct msghdr *msg, int flags);
ssize_t send(int sockfd, const void *buf, size_t len, int flags);
ssize_t sendmsg(int sockfd, const struct msghdr *msg, int flags);
ssize_t sendto(int sockfd, const void *buf, size_t len, int flags, const struct sockaddr *dest_addr, socklen_t addrlen);
int setsockopt(int sockfd, int level, int optname, const void *optval, socklen_t optlen);
int shutdown(int sockfd, int how);
int sockatmark(int sockfd);
int socket(int domain, int type, int protocol);
int socketpair(int domain, int type, int protocol, int *sv);

/* sys/stat.h */
int chmod(const char *pathname, mode_t mode);
int fchmod(int fd, mode_t mode);
int fchmodat(int dirfd, const char *pathname, mode_t mode, int flags);
int fstat(int fd, struct stat *statbuf);
int fstatat(int dirfd, const char *pathname, struct stat *statbuf, int flags);
int futimens(int fd, const struct timespec *times);
int lstat(const char *pathname, struct stat *statbuf);
int mkdir(const char *pathname, mode_t mode);
int mkdirat(int dirfd, const char *pathname, mode_t mode);
int mkfifo(const char *pathname, mode_t mode);
int mkfifoat(int dirfd, const char *pathname, mode_t mode);
int mknod(const char *pathname, mode_t mode, dev_t dev);
int mknodat(int dirfd, const char *pathname, mode_t mode, dev_t dev);
int stat(const char *pathname, struct stat *statbuf);
mode_t umask(mode_t mask);
int utimensat(int dirfd, const char *pathname, const struct timespec *times, int flags);

/* sys/statvfs.h */
int fstatvfs(int fd, struct statvfs *buf);
int statvfs(const char *path, struct statvfs *buf);

/* sys/time.h, sys/times.h, utime.h */
int getitimer(int which, struct itimerval *curr_value);
int gettimeofday(struct timeval *tv, void *tz);
int setitimer(int which, const struct itimerval *new_value, struct itimerval *old_value);
clock_t times(struct tms *buf);
int utime(const char *filename, const struct utimbuf *times);
int utimes(const char *filename, const struct timeval *times);

/* sys/uio.h */
ssize_t readv(int fd, const struct iovec *iov, int iovcnt);
ssize_t writev(int fd, const struct iovec *iov, int iovcnt);

/* sys/utsname.h */
int uname(struct utsname *buf);

/* sys/wait.h */
pid_t wait(int *wstatus);
int waitid(idtype_t idtype, id_t id, siginfo_t *infop, int options);
pid_t waitpid(pid_t pid, int *wstatus, int options);

/* syslog.h */
void closelog(void);
void openlog(const char *ident, int option, int facility);
int setlogmask(int mask);
void syslog(int priority, const char *format, ...);

/* termios.h */
speed_t cfgetispeed(const struct termios *termios_p);
speed_t cfgetospeed(const struct termios *termios_p);
int cfsetispeed(struct termios *termios_p, speed_t speed);
int cfsetospeed(struct termios *termios_p, speed_t speed);
int tcdrain(int fd);
int tcflow(int fd, int action);
int tcflush(int fd, int queue_selector);
int tcgetattr(int fd, struct termios *termios_p);
pid_t tcgetsid(int fd);
int tcsendbreak(int fd, int duration);
int tcsetattr(int fd, int optional_actions, const struct termios *termios_p);

/* time.h */
int timer_getoverrun(timer_t timerid);
char *asctime_r(const struct tm *timeptr, char *buf);
int clock_getres(clockid_t clockid, struct timespec *res);
int clock_gettime(clockid_t clockid, struct timespec *tp);
int clock_nanosleep(clockid_t clockid, int flags, const struct timespec *request, struct timespec *remain);
int clock_settime(clockid_t clockid, const struct timespec *tp);
char *ctime_r(const time_t *timer, char *buf);
struct tm *gmtime_r(const time_t *timer, struct tm *result);
struct tm *localtime_r(const time_t *timer, struct tm *result);
int nanosleep(const struct timespec *req, struct timespec *rem);
char *strptime(const char *s, const char *format, struct tm *tm);
int timer_create(clockid_t clockid, struct sigevent *sevp, timer_t *timerid);
int timer_delete(timer_t timerid);
int timer_gettime(timer_t timerid, struct itimerspec *curr_value);
int timer_settime(timer_t timerid, int flags, const struct itimerspec *new_value, struct itimerspec *old_value);
void tzset(void);

/* unistd.h */
int setpgrp(void);
noreturn void _exit(int status);
int access(const char *pathname, int mode);
unsigned int alarm(unsigned int seconds);
int chdir(const char *path);
int chown(const char *pathname, uid_t owner, gid_t group);
int close(int fd);
size_t confstr(int name, char *buf, size_t len);
char *crypt(const char *key, const char *salt);
int dup(int oldfd);
int dup2(int oldfd, int newfd);
int execl(const char *pathname, const char *arg, ...);
int execle(const char *pathname, const char *arg, ...);
int execlp(const char *file, const char *arg, ...);
int execv(const char *pathname, char *const *argv);
int execve(const char *pathname, char *const *argv, char *const *envp);
int execvp(const char *file, char *const *argv);
int faccessat(int dirfd, const char *pathname, int mode, int flags);
int fchdir(int fd);
int fchown(int fd, uid_t owner, gid_t group);
int fchownat(int dirfd, const char *pathname, uid_t owner, gid_t group, int flags);
int fdatasync(int fd);
int fexecve(int fd, char *const *argv, char *const *envp);
pid_t fork(void);
long fpathconf(int fd, int name);
int fsync(int fd);
int ftruncate(int fd, off_t length);
char *getcwd(char *buf, size_t size);
gid_t getegid(void);
uid_t geteuid(void);
gid_t getgid(void);
int getgroups(int size, gid_t *list);
long gethostid(void);
int gethostname(char *name, size_t len);
char *getlogin(void);
int getlogin_r(char *buf, size_t bufsize);
int getopt(int argc, char *const *argv, const char *optstring);
int getpagesize(void);
pid_t getpgid(pid_t pid);
pid_t getpgrp(void);
pid_t getpid(void);
pid_t getppid(void);
pid_t getsid(pid_t pid);
uid_t getuid(void);
int isatty(int fd);
int lchown(const char *pathname, uid_t owner, gid_t group);
int link(const char *oldpath, const char *newpath);
int linkat(int olddirfd, const char *oldpath, int newdirfd, const char *newpath, int flags);
int lockf(int fd, int cmd, off_t len);
off_t lseek(int fd, off_t offset, int whence);
int nice(int inc);
long pathconf(const char *path, int name);
int pause(void);
int pipe(int *pipefd);
ssize_t pread(int fd, void *buf, size_t count, off_t offset);
ssize_t pwrite(int fd, const void *buf, size_t count, off_t offset);
ssize_t read(int fd, void *buf, size_t count);
ssize_t readlink(const char *pathname, char *buf, size_t bufsiz);
ssize_t readlinkat(int dirfd, const char *pathname, char *buf, size_t bufsiz);
int rmdir(const char *pathname);
void *sbrk(intptr_t increment);
int setegid(gid_t egid);
int seteuid(uid_t euid);
int setgid(gid_t gid);
int setpgid(pid_t pid, pid_t pgid);
int setregid(gid_t rgid, gid_t egid);
int setreuid(uid_t ruid, uid_t euid);
pid_t setsid(void);
int setuid(uid_t uid);
unsigned int sleep(unsigned int seconds);
void swab(const void *from, void *to, ssize_t n);
int symlink(const char *target, const char *linkpath);
int symlinkat(const char *target, int newdirfd, const char *linkpath);
void sync(void);
long sysconf(int name);
pid_t tcgetpgrp(int fd);
int tcsetpgrp(int fd, pid_t pgrp);
int truncate(const char *path, off_t length);
char *ttyname(int fd);
int ttyname_r(int fd, char *buf, size_t buflen);
int unlink(const char *pathname);
int unlinkat(int dirfd, const char *pathname, int flags);
int usleep(useconds_t usec);
pid_t vfork(void);
ssize_t write(int fd, const void *buf, size_t count);

/* wchar.h, wordexp.h */
int wcsncasecmp(const wchar_t *s1, const wchar_t *s2, size_t n);
size_t wcsnrtombs(char *dest, const wchar_t **src, size_t nwc, size_t len, mbstate_t *ps);
wchar_t *wcpncpy(wchar_t *dest, const wchar_t *src, size_t n);
int wcscoll_l(const wchar_t *s1, const wchar_t *s2, locale_t locale);
size_t mbsnrtowcs(wchar_t *dest, const char **src, size_t nms, size_t len, mbstate_t *ps);
FILE *open_wmemstream(wchar_t **ptr, size_t *sizeloc);
int wcscasecmp(const wchar_t *s1, const wchar_t *s2);
wchar_t *wcsdup(const wchar_t *s);
size_t wcsnlen(const wchar_t *s, size_t maxlen);
int wcswidth(const wchar_t *s, size_t n);
int wcwidth(wchar_t c);
wchar_t *wcstok(wchar_t *s, const wchar_t *delim, wchar_t **saveptr);
int wordexp(const char *words, wordexp_t *pwordexp, int flags);
void wordfree(wordexp_t *pwordexp);

/* mqueue.h */
int mq_close(mqd_t mqdes);
int mq_getattr(mqd_t mqdes, struct mq_attr *attr);
mqd_t mq_open(const char *name, int oflag, ...);
ssize_t mq_receive(mqd_t mqdes, char *msg_ptr, size_t msg_len, unsigned int *msg_prio);
int mq_send(mqd_t mqdes, const char *msg_ptr, size_t msg_len, unsigned int msg_prio);
int mq_setattr(mqd_t mqdes, const struct mq_attr *newattr, struct mq_attr *oldattr);
int mq_unlink(const char *name);

/* ucontext.h */
int getcontext(ucontext_t *ucp);
void makecontext(ucontext_t *ucp, void (*func)(void), int argc, ...);
int setcontext(const ucontext_t *ucp);
int swapcontext(ucontext_t *oucp, const ucontext_t *ucp);
