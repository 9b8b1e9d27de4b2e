/* For processors on Linux that no file before this one tells about: names of types whose members are not known. */

typedef void *va_list;
typedef struct sem_t sem_t;
typedef struct siginfo_t siginfo_t;
typedef struct sigset_t sigset_t;
typedef struct stack_t stack_t;
typedef struct fd_set fd_set;
typedef struct cpu_set_t cpu_set_t;
typedef struct posix_spawnattr_t posix_spawnattr_t;
typedef struct pthread_attr_t pthread_attr_t;
typedef struct pthread_mutex_t pthread_mutex_t;
typedef struct pthread_mutexattr_t pthread_mutexattr_t;
typedef struct pthread_cond_t pthread_cond_t;
typedef struct pthread_condattr_t pthread_condattr_t;
typedef struct pthread_rwlock_t pthread_rwlock_t;
typedef struct pthread_rwlockattr_t pthread_rwlockattr_t;
typedef struct pthread_barrier_t pthread_barrier_t;
typedef struct pthread_barrierattr_t pthread_barrierattr_t;
typedef unsigned int speed_t;
typedef struct FTS FTS;
typedef struct FTSENT FTSENT;
typedef struct _IO_FILE FILE;
typedef struct ucontext_t ucontext_t;
