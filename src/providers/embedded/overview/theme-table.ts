/** Names of POSIX, glibc, OpenSSL, zlib, the kernel and their like by theme, without prefixes and endings of variants. */

export interface Theme {
  readonly theme: string;
  /** Exact names, separated by white space. */
  readonly names: string;
  /** Endings that give each name further forms: `sqrtf`, `sqrtl`. */
  readonly endings?: readonly string[];
  /** Beginnings of names that are in no list; the longest one that fits decides. */
  readonly prefixes: readonly string[];
}

/** Where a name is in two lists, the first one counts. */
export const THEMES: readonly Theme[] = [
  {
    theme: "file",
    names: `
      open openat creat close read write pread pwrite readv writev preadv pwritev lseek llseek truncate ftruncate
      fopen fdopen freopen fclose fread fwrite fgets fputs fgetc fputc getc putc getchar putchar gets puts ungetc
      getline getdelim fseek fseeko ftell ftello rewind fflush feof ferror clearerr fileno setbuf setvbuf fpurge
      overflow uflow underflow fgetpos fsetpos tmpfile tmpnam mkstemp mkostemp mkdtemp mktemp open_memstream fmemopen
      stat lstat fstat fstatat statx xstat lxstat fxstat fxstatat statfs fstatfs statvfs fstatvfs access faccessat
      eaccess euidaccess chmod fchmod fchmodat chown fchown lchown fchownat utime utimes futimens utimensat futimes
      link linkat symlink symlinkat readlink readlinkat unlink unlinkat rename renameat renameat2 remove mkdir
      mkdirat rmdir mknod mknodat mkfifo opendir fdopendir readdir closedir rewinddir seekdir telldir dirfd scandir
      alphasort nftw ftw fts_open fts_read fts_close fts_set fts_children glob globfree realpath
      canonicalize_file_name getcwd getwd get_current_dir_name chdir fchdir umask dup dup2 dup3 fcntl flock lockf
      fsync fdatasync sync syncfs fallocate posix_fallocate posix_fadvise sendfile copy_file_range splice tee
      vmsplice readahead removexattr lremovexattr fremovexattr flockfile funlockfile ftrylockfile close_range
      getxattr lgetxattr fgetxattr setxattr lsetxattr fsetxattr listxattr llistxattr flistxattr removexattr
      inotify_init inotify_init1 inotify_add_watch inotify_rm_watch fanotify_init fanotify_mark name_to_handle_at
      mount umount umount2 getmntent setmntent endmntent hasmntopt swapon swapoff pivot_root fpending freadahead
      fsetlocking freading fwriting filbuf flbf printf fprintf vprintf vfprintf dprintf vdprintf scanf fscanf vfscanf
      stdin stdout stderr perror memfd_create pathconf fpathconf`,
    prefixes: ["fts_", "file_", "g_file_", "archive_"],
  },
  {
    theme: "process",
    names: `
      fork vfork clone clone3 execve execv execvp execvpe execl execlp execle execveat fexecve posix_spawn
      posix_spawnp system popen pclose wait waitpid waitid wait3 wait4 exit _Exit quick_exit abort getpid getppid
      gettid getpgid setpgid getpgrp setpgrp getsid setsid daemon ptrace process_vm_readv process_vm_writev prctl
      arch_prctl personality getpriority setpriority nice getrlimit setrlimit prlimit getrusage times acct sysconf
      confstr environ getenv secure_getenv setenv putenv unsetenv clearenv uname sysinfo gethostid getauxval
      get_nprocs get_nprocs_conf reboot syscall unshare setns getopt getopt_long getopt_long_only optarg optind
      opterr optopt`,
    prefixes: ["posix_spawn", "exec", "argp_", "popt", "g_spawn_"],
  },
  {
    theme: "network",
    names: `
      socket socketpair bind listen accept accept4 connect send sendto sendmsg sendmmsg recv recvfrom recvmsg
      recvmmsg shutdown getsockopt setsockopt getsockname getpeername gethostbyname gethostbyname2 gethostbyaddr
      getaddrinfo freeaddrinfo getnameinfo gai_strerror h_errno_location herror hstrerror getservbyname getservbyport
      getservent getprotobyname getprotobynumber getprotoent gethostent sethostent endhostent inet_addr inet_aton
      inet_ntoa inet_pton inet_ntop inet_network htons htonl ntohs ntohl if_nametoindex if_indextoname if_nameindex
      if_freenameindex getifaddrs freeifaddrs res_init res_query res_search res_mkquery res_send ns_initparse
      ns_parserr dn_expand dn_comp gethostname sethostname getdomainname setdomainname rcmd rexec ruserok sockatmark
      ether_ntoa ether_aton in6addr_any in6addr_loopback`,
    prefixes: [
      ...["curl_", "nghttp2_", "uv_tcp", "uv_udp", "uv_getaddrinfo", "ares_", "pcap_", "libssh", "ssh_", "http_"],
      ...["soup_", "zmq_", "mosquitto_", "ldap_", "clnt", "svc", "xdr_", "nl_", "nfnl", "res_n", "getnet", "getrpc"],
    ],
  },
  {
    theme: "crypto",
    names: `
      crypt crypt_gensalt encrypt setkey getrandom getentropy arc4random arc4random_buf arc4random_uniform rand srand
      random srandom initstate setstate drand48 srand48 lrand48 mrand48 erand48 nrand48 jrand48 explicit_bzero`,
    prefixes: [
      ...["SSL_", "TLS_", "DTLS_", "EVP_", "CRYPTO_", "OPENSSL_", "OpenSSL_", "ERR_", "BIO_", "BN_", "RSA_", "DSA_"],
      ...["DH_", "EC_", "ECDSA_", "ECDH_", "AES_", "DES_", "RC4", "MD4", "MD5", "SHA1", "SHA2", "SHA3", "SHA5"],
      ...["HMAC", "PEM_", "PKCS", "X509", "ASN1_", "RAND_", "ENGINE_", "OCSP_", "CMS_", "OSSL_", "i2d_", "d2i_"],
      ...["gcry_", "gnutls_", "nettle_", "mbedtls_", "wolfSSL_", "crypto_", "sodium_", "gpgme_", "PK11_", "NSS_"],
      ...["SEC_", "CERT_", "randombytes", "argon2", "scrypt", "bcrypt", "blake2", "chacha20", "poly1305", "curve25519"],
      ...["ed25519_", "secp256k1_", "xcrypt", "tss2", "Tss2_", "Esys_"],
    ],
  },
  {
    theme: "compression",
    names: `
      deflate inflate compress compress2 compressBound uncompress crc32 adler32 crc32_combine zlibVersion`,
    prefixes: [
      ...["deflate", "inflate", "gz", "BZ2_", "lzma_", "ZSTD_", "ZDICT_", "LZ4", "Brotli", "lzo", "snappy_"],
      ...["zip_", "unz", "mz_"],
    ],
  },
  {
    theme: "memory",
    names: `
      malloc calloc realloc free reallocarray memalign aligned_alloc posix_memalign valloc pvalloc malloc_usable_size
      malloc_trim mallinfo mallinfo2 mallopt malloc_stats cfree brk sbrk mmap mmap2 munmap mprotect pkey_mprotect
      mremap msync madvise posix_madvise mincore mlock mlock2 mlockall munlock munlockall memfd_secret getpagesize
      obstack_begin obstack_newchunk obstack_free obstack_memory_used obstack_alloc_failed_handler userfaultfd`,
    prefixes: [
      "_Zna",
      "_Znw",
      "_Zda",
      "_Zdl",
      "obstack_",
      "je_",
      "mi_",
      "tc_",
      "g_malloc",
      "g_free",
      "g_realloc",
      "g_slice_",
      "GC_",
    ],
  },
  {
    theme: "string",
    names: `
      memcpy memmove memset memcmp memchr memrchr memmem mempcpy memccpy memfrob rawmemchr bcopy bzero bcmp index
      rindex snprintf sprintf vsnprintf vsprintf asprintf vasprintf sscanf vsscanf swprintf vswprintf atoi atol atoll
      atof ctype_b_loc ctype_tolower_loc ctype_toupper_loc toupper tolower swab qsort bsearch lfind lsearch tsearch
      tfind tdelete twalk tdestroy hsearch hcreate hdestroy insque remque a64l l64a ecvt fcvt gcvt regcomp regexec
      regfree regerror re_search re_match re_compile_pattern re_set_syntax re_compile_fastmap re_syntax_options
      fnmatch wordexp wordfree basename dirname xpg_basename stpcpy stpncpy`,
    prefixes: ["str", "mem", "wcs", "wmem", "isw", "is", "pcre_", "pcre2_", "g_str", "u_str", "utf8"],
  },
  {
    theme: "threads",
    names: `
      sem_init sem_destroy sem_wait sem_trywait sem_timedwait sem_post sem_getvalue call_once futex set_robust_list
      get_robust_list tls_get_addr register_atfork cxa_thread_atexit_impl set_tid_address membarrier rseq
      cxa_guard_acquire cxa_guard_release cxa_guard_abort`,
    prefixes: [
      "pthread_",
      "thrd_",
      "mtx_",
      "cnd_",
      "tss_",
      "sched_",
      "GOMP_",
      "omp_",
      "g_thread_",
      "g_mutex_",
      "uv_thread",
    ],
  },
  {
    theme: "time",
    names: `
      time gettimeofday settimeofday clock clock_gettime clock_settime clock_getres clock_nanosleep clock_adjtime
      nanosleep sleep usleep localtime gmtime mktime timegm timelocal ctime asctime strftime strftime_l wcsftime
      strptime getdate difftime tzset tzname timezone daylight adjtime adjtimex ntp_adjtime stime ftime alarm ualarm
      setitimer getitimer timer_create timer_settime timer_gettime timer_delete timer_getoverrun timerfd_create
      timerfd_settime timerfd_gettime timespec_get tzalloc tzfree`,
    prefixes: ["timer_", "timerfd_", "clock_"],
  },
  {
    theme: "signals",
    names: `
      signal sigaction sigprocmask sigpending sigsuspend sigwait sigwaitinfo sigtimedwait sigqueue sigemptyset
      sigfillset sigaddset sigdelset sigismember sigaltstack siginterrupt sigsetjmp siglongjmp setjmp longjmp
      longjmp_chk bsd_signal sysv_signal raise kill killpg tgkill tkill pause psignal psiginfo signalfd sigsetmask
      sigblock sigpause sighold sigrelse sigignore sigset current_sigrtmin current_sigrtmax sigabbrev_np sigdescr_np
      pidfd_send_signal pidfd_open`,
    prefixes: ["sig"],
  },
  {
    theme: "IPC",
    names: `
      pipe pipe2 select pselect poll ppoll epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2
      eventfd eventfd_read eventfd_write shmget shmat shmdt shmctl shm_open shm_unlink semget semop semctl semtimedop
      msgget msgsnd msgrcv msgctl sem_open sem_close sem_unlink ftok fdelt io_setup io_submit io_getevents io_destroy
      io_uring_setup io_uring_enter io_uring_register`,
    prefixes: ["mq_", "dbus_", "sd_bus_", "g_dbus_", "io_uring_", "aio_", "lio_", "epoll_", "event_", "ev_"],
  },
  {
    theme: "dynamic loading",
    names: `
      dlopen dlmopen dlsym dlvsym dlclose dlerror dladdr dladdr1 dlinfo dl_iterate_phdr dl_find_object init_module
      finit_module delete_module lt_dlopen lt_dlsym lt_dlclose lt_dlinit lt_dlexit`,
    prefixes: ["lt_dl", "g_module_"],
  },
  {
    theme: "users and privileges",
    names: `
      getuid geteuid getgid getegid setuid seteuid setgid setegid setreuid setregid setresuid setresgid getresuid
      getresgid setfsuid setfsgid getgroups setgroups initgroups getgrouplist group_member chroot capget capset
      getpwnam getpwuid getpwent setpwent endpwent getgrnam getgrgid getgrent setgrent endgrent getspnam getspent
      setspent endspent getlogin setlogin cuserid getutent getutxent setutxent endutxent pututxline pututline
      utmpxname updwtmp updwtmpx logwtmp login logout getpass issetugid seccomp landlock_create_ruleset
      landlock_add_rule landlock_restrict_self libc_enable_secure syslog vsyslog openlog closelog setlogmask`,
    prefixes: [
      ...[
        "cap_",
        "pam_",
        "acl_",
        "selinux_",
        "getfilecon",
        "fgetfilecon",
        "lgetfilecon",
        "setfilecon",
        "lsetfilecon",
        "getcon",
      ],
      ...["setcon", "freecon", "is_selinux", "security_", "audit_", "seccomp_", "apparmor_", "aa_", "polkit_", "krb5_"],
      ...["gss_", "sasl_", "smack_"],
    ],
  },
  {
    theme: "locale",
    names: `
      setlocale newlocale uselocale freelocale duplocale localeconv nl_langinfo nl_langinfo_l gettext dgettext
      dcgettext ngettext dngettext dcngettext textdomain bindtextdomain bind_textdomain_codeset catopen catgets
      catclose iconv iconv_open iconv_close mbtowc wctomb mblen mbstowcs wcstombs mbrtowc wcrtomb mbrlen mbsrtowcs
      wcsrtombs mbsnrtowcs wcsnrtombs mbsinit btowc wctob ctype_get_mb_cur_max towupper towlower wctype wctrans
      towctrans wcwidth wcswidth fgetwc fputwc getwc putwc getwchar putwchar fgetws fputws ungetwc fwide mbrtoc32
      c32rtomb mbrtoc16 c16rtomb rpmatch strfmon`,
    prefixes: ["ucnv_", "u_", "unorm", "uloc_", "libintl_", "idn", "g_utf8_", "g_locale_"],
  },
  {
    theme: "terminal",
    names: `
      ioctl isatty ttyname ctermid tcgetattr tcsetattr tcsendbreak tcdrain tcflush tcflow tcgetpgrp tcsetpgrp
      tcgetsid cfgetispeed cfgetospeed cfsetispeed cfsetospeed cfsetspeed cfmakeraw getpt posix_openpt grantpt
      unlockpt ptsname openpty forkpty login_tty readline add_history initscr endwin newterm wgetch tgetent tgetflag
      tgetnum tgetstr tgoto tputs setupterm tigetstr tigetnum tigetflag tparm stdscr curscr LINES COLS waddch
      waddnstr wprintw mvwprintw printw wrefresh wmove cbreak nocbreak noecho keypad start_color init_pair vhangup`,
    prefixes: ["rl_", "nc_", "wattr", "tc", "history_", "add_history"],
  },
  {
    theme: "mathematics",
    names: `
      sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 log log2 log10 log1p pow
      sqrt cbrt hypot floor ceil round rint nearbyint trunc lround llround lrint llrint fmod remainder remquo fma
      fmax fmin fdim fabs frexp ldexp modf scalbn scalbln ilogb logb nextafter copysign erf erfc lgamma tgamma j0 j1
      jn y0 y1 yn sincos abs labs llabs div ldiv lldiv fegetround fesetround feraiseexcept feclearexcept fetestexcept
      fegetenv fesetenv feholdexcept feupdateenv signbit isnan isinf finite fpclassify`,
    endings: ["f", "l"],
    prefixes: ["gmp", "mpz_", "mpf_", "mpfr_", "cblas_", "fftw_", "gsl_"],
  },
  {
    theme: "database",
    names: "",
    prefixes: ["sqlite3_", "mysql_", "PQ", "db_", "gdbm_", "leveldb_", "rocksdb_", "lmdb_", "mdb_", "redis", "mongoc_"],
  },
  {
    theme: "markup and data",
    names: "",
    prefixes: ["xml", "XML_", "json_", "yaml_", "cJSON_", "toml_", "html", "xslt", "pb_", "jansson_", "yajl_"],
  },
  {
    theme: "graphics and sound",
    names: "",
    prefixes: [
      ...["gtk_", "gdk_", "cairo_", "pango_", "SDL_", "gl", "egl", "vk", "glX", "X", "xcb_", "wl_", "FT_", "png_"],
      ...["jpeg_", "snd_", "pa_", "avcodec_", "avformat_", "av_", "gst_"],
    ],
  },
  {
    theme: "C++ runtime",
    names: "gxx_personality_v0 dynamic_cast",
    prefixes: ["_Z", "cxa_", "gxx_", "_Unwind_", "unw_"],
  },
  {
    theme: "C runtime",
    names: `
      libc_start_main errno_location assert_fail assert assert_perror_fail atexit at_quick_exit on_exit cxa_atexit
      cxa_finalize stack_chk_fail fortify_fail gmon_start__ monstartup error error_at_line err errx warn warnx verr
      verrx vwarn vwarnx program_invocation_name program_invocation_short_name progname progname_full backtrace
      backtrace_symbols backtrace_symbols_fd getcontext setcontext makecontext swapcontext strerror strsignal`,
    prefixes: ["_ITM_", "gcov_", "asan_", "ubsan_handle", "tsan_", "msan_", "sanitizer_", "sanitizer_cov"],
  },
  {
    theme: "kernel",
    names: `
      printk _printk kmalloc kzalloc kfree vmalloc vfree copy_from_user copy_to_user register_chrdev module_layout
      device_create device_destroy class_create class_destroy request_irq free_irq kthread_create_on_node
      kallsyms_lookup_name register_kprobe unregister_kprobe call_usermodehelper commit_creds prepare_kernel_cred
      proc_create remove_proc_entry schedule fentry__ x86_return_thunk stack_chk_guard`,
    prefixes: [
      ...["kmem_", "kmalloc_", "raw_spin_", "mutex_", "printk", "x86_indirect_thunk", "register_", "unregister_"],
      ...["pci_", "usb_", "netif_", "dev_", "class_", "device_", "cdev_", "sysfs_", "debugfs_", "proc_", "kobject_"],
      ...["ktime_", "msleep", "schedule_", "wake_up", "param_ops_", "skb_", "nf_", "ubsan_", "kasan_", "crypto_alloc"],
    ],
  },
];
