/* Of the types of the GNU C library on Linux, those that have other members where long has eight bytes. */

typedef struct { unsigned long __val[16]; } sigset_t;
typedef struct { long __fds_bits[16]; } fd_set;
typedef struct { unsigned long __bits[16]; } cpu_set_t;
typedef struct { int si_signo; int si_errno; int si_code; int __pad0; pid_t si_pid; uid_t si_uid; union sigval si_value; int __pad[24]; } siginfo_t;
struct sigevent { union sigval sigev_value; int sigev_signo; int sigev_notify; void (*sigev_notify_function)(union sigval); void *sigev_notify_attributes; int __pad[8]; };
struct statvfs { unsigned long f_bsize; unsigned long f_frsize; fsblkcnt_t f_blocks; fsblkcnt_t f_bfree; fsblkcnt_t f_bavail; fsfilcnt_t f_files; fsfilcnt_t f_ffree; fsfilcnt_t f_favail; unsigned long f_fsid; unsigned long f_flag; unsigned long f_namemax; int __f_spare[6]; };
typedef union { char __size[32]; long __align; } sem_t;
typedef union { char __size[48]; long long __align; } pthread_cond_t;
typedef union { char __size[56]; long __align; } pthread_rwlock_t;
typedef union { char __size[32]; long __align; } pthread_barrier_t;
typedef union { char __size[8]; long __align; } pthread_rwlockattr_t;
struct ipc_perm { key_t __key; uid_t uid; gid_t gid; uid_t cuid; gid_t cgid; mode_t mode; unsigned short __seq; unsigned short __pad2; unsigned long __glibc_reserved1; unsigned long __glibc_reserved2; };
struct msqid_ds { struct ipc_perm msg_perm; time_t msg_stime; time_t msg_rtime; time_t msg_ctime; unsigned long __msg_cbytes; unsigned long msg_qnum; unsigned long msg_qbytes; pid_t msg_lspid; pid_t msg_lrpid; unsigned long __glibc_reserved4; unsigned long __glibc_reserved5; };
struct shmid_ds { struct ipc_perm shm_perm; size_t shm_segsz; time_t shm_atime; time_t shm_dtime; time_t shm_ctime; pid_t shm_cpid; pid_t shm_lpid; unsigned long shm_nattch; unsigned long __glibc_reserved5; unsigned long __glibc_reserved6; };
struct statfs { long f_type; long f_bsize; fsblkcnt_t f_blocks; fsblkcnt_t f_bfree; fsblkcnt_t f_bavail; fsfilcnt_t f_files; fsfilcnt_t f_ffree; int f_fsid[2]; long f_namelen; long f_frsize; long f_flags; long f_spare[4]; };
struct statfs64 { long f_type; long f_bsize; fsblkcnt64_t f_blocks; fsblkcnt64_t f_bfree; fsblkcnt64_t f_bavail; fsfilcnt64_t f_files; fsfilcnt64_t f_ffree; int f_fsid[2]; long f_namelen; long f_frsize; long f_flags; long f_spare[4]; };
typedef struct { short __flags; pid_t __pgrp; sigset_t __sd; sigset_t __ss; int __sp; int __policy; int __pad[16]; } posix_spawnattr_t;
typedef struct _IO_FILE { int _flags; char *_IO_read_ptr; char *_IO_read_end; char *_IO_read_base; char *_IO_write_base; char *_IO_write_ptr; char *_IO_write_end; char *_IO_buf_base; char *_IO_buf_end; char *_IO_save_base; char *_IO_backup_base; char *_IO_save_end; void *_markers; void *_chain; int _fileno; int _flags2; long _old_offset; unsigned short _cur_column; signed char _vtable_offset; char _shortbuf[1]; void *_lock; long long _offset; void *_codecvt; void *_wide_data; void *_freeres_list; void *_freeres_buf; size_t __pad5; int _mode; char _unused2[20]; } FILE;
struct sysinfo { long uptime; unsigned long loads[3]; unsigned long totalram; unsigned long freeram; unsigned long sharedram; unsigned long bufferram; unsigned long totalswap; unsigned long freeswap; unsigned short procs; unsigned short pad; unsigned long totalhigh; unsigned long freehigh; unsigned int mem_unit; };
struct statvfs64 { unsigned long f_bsize; unsigned long f_frsize; fsblkcnt64_t f_blocks; fsblkcnt64_t f_bfree; fsblkcnt64_t f_bavail; fsfilcnt64_t f_files; fsfilcnt64_t f_ffree; fsfilcnt64_t f_favail; unsigned long f_fsid; unsigned long f_flag; unsigned long f_namemax; int __f_spare[6]; };
