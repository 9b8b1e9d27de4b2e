/* Types of the GNU C library on Linux that only x86-64 has in this form. */

typedef unsigned long nlink_t;
struct stat { dev_t st_dev; ino_t st_ino; nlink_t st_nlink; mode_t st_mode; uid_t st_uid; gid_t st_gid; int __pad0; dev_t st_rdev; off_t st_size; long st_blksize; long st_blocks; struct timespec st_atim; struct timespec st_mtim; struct timespec st_ctim; long __glibc_reserved[3]; };
struct stat64 { dev_t st_dev; ino64_t st_ino; nlink_t st_nlink; mode_t st_mode; uid_t st_uid; gid_t st_gid; int __pad0; dev_t st_rdev; off64_t st_size; long st_blksize; long st_blocks; struct timespec st_atim; struct timespec st_mtim; struct timespec st_ctim; long __glibc_reserved[3]; };
struct epoll_event { uint32_t events; uint32_t data[2]; };
struct utmpx { short ut_type; pid_t ut_pid; char ut_line[32]; char ut_id[4]; char ut_user[32]; char ut_host[256]; short ut_exit[2]; int ut_session; int ut_tv[2]; int ut_addr_v6[4]; char __glibc_reserved[20]; };
struct __va_list_tag { unsigned int gp_offset; unsigned int fp_offset; void *overflow_arg_area; void *reg_save_area; };
typedef struct __va_list_tag *va_list;
typedef union { char __size[40]; long __align; } pthread_mutex_t;
typedef union { char __size[56]; long __align; } pthread_attr_t;
typedef union { char __size[4]; int __align; } pthread_mutexattr_t;
typedef union { char __size[4]; int __align; } pthread_condattr_t;
typedef union { char __size[4]; int __align; } pthread_barrierattr_t;
typedef struct _ftsent { struct _ftsent *fts_cycle; struct _ftsent *fts_parent; struct _ftsent *fts_link; long fts_number; void *fts_pointer; char *fts_accpath; char *fts_path; int fts_errno; int fts_symfd; unsigned short fts_pathlen; unsigned short fts_namelen; ino_t fts_ino; dev_t fts_dev; nlink_t fts_nlink; short fts_level; unsigned short fts_info; unsigned short fts_flags; unsigned short fts_instr; struct stat *fts_statp; char fts_name[1]; } FTSENT;
typedef struct { struct _ftsent *fts_cur; struct _ftsent *fts_child; struct _ftsent **fts_array; dev_t fts_dev; char *fts_path; int fts_rfd; int fts_pathlen; int fts_nitems; int (*fts_compar)(const void *a, const void *b); int fts_options; } FTS;
