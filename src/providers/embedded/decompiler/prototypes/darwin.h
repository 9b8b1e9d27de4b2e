/* Functions of Darwin that POSIX has not, grouped by header. */

/* errno.h, assert.h, stdio.h */
int *__error(void);
noreturn void __assert_rtn(const char *function, const char *file, int line, const char *expression);
noreturn void __stack_chk_fail(void);
int __srget(FILE *stream);
int __swbuf(int c, FILE *stream);
int asprintf(char **strp, const char *format, ...);
int vasprintf(char **strp, const char *format, va_list ap);
char *fgetln(FILE *stream, size_t *len);

/* functions that check the sizes of objects */
void *__memcpy_chk(void *dest, const void *src, size_t n, size_t destlen);
void *__memmove_chk(void *dest, const void *src, size_t n, size_t destlen);
void *__memset_chk(void *s, int c, size_t n, size_t destlen);
char *__strcpy_chk(char *dest, const char *src, size_t destlen);
char *__strncpy_chk(char *dest, const char *src, size_t n, size_t destlen);
char *__strcat_chk(char *dest, const char *src, size_t destlen);
char *__strncat_chk(char *dest, const char *src, size_t n, size_t destlen);
size_t __strlcpy_chk(char *dest, const char *src, size_t size, size_t destlen);
size_t __strlcat_chk(char *dest, const char *src, size_t size, size_t destlen);
int __sprintf_chk(char *s, int flag, size_t slen, const char *format, ...);
int __snprintf_chk(char *s, size_t n, int flag, size_t slen, const char *format, ...);
int __vsprintf_chk(char *s, int flag, size_t slen, const char *format, va_list args);
int __vsnprintf_chk(char *s, size_t n, int flag, size_t slen, const char *format, va_list args);

/* string.h, stdlib.h, unistd.h */
size_t strlcpy(char *dest, const char *src, size_t size);
size_t strlcat(char *dest, const char *src, size_t size);
char *strnstr(const char *haystack, const char *needle, size_t len);
char *strsep(char **stringp, const char *delim);
char *strcasestr(const char *haystack, const char *needle);
void *memmem(const void *haystack, size_t haystacklen, const void *needle, size_t needlelen);
void memset_pattern16(void *b, const void *pattern16, size_t len);
void __bzero(void *s, size_t n);
uint32_t arc4random(void);
void arc4random_buf(void *buf, size_t nbytes);
uint32_t arc4random_uniform(uint32_t upper_bound);
void *reallocf(void *ptr, size_t size);
const char *getprogname(void);
void setprogname(const char *name);
size_t malloc_size(const void *ptr);
int getpeereid(int s, uid_t *euid, gid_t *egid);
int sysctl(int *name, unsigned int namelen, void *oldp, size_t *oldlenp, void *newp, size_t newlen);
int sysctlbyname(const char *name, void *oldp, size_t *oldlenp, void *newp, size_t newlen);
int _NSGetExecutablePath(char *buf, uint32_t *bufsize);
int *_NSGetArgc(void);
char ***_NSGetArgv(void);
char ***_NSGetEnviron(void);
int ioctl(int fd, unsigned long request, ...);
int flock(int fd, int operation);
int pthread_setname_np(const char *name);
int pthread_threadid_np(pthread_t thread, uint64_t *thread_id);

/* err.h, getopt.h, execinfo.h */
noreturn void err(int eval, const char *format, ...);
noreturn void errx(int eval, const char *format, ...);
void warn(const char *format, ...);
void warnx(const char *format, ...);
int getopt_long(int argc, char *const *argv, const char *optstring, const struct option *longopts, int *longindex);
int backtrace(void **buffer, int size);
char **backtrace_symbols(void *const *buffer, int size);

/* mach */
uint64_t mach_absolute_time(void);

/* objc/runtime.h, objc/message.h */
void *objc_msgSend(void *self, const char *op, ...);
void *objc_msgSendSuper2(void *super, const char *op, ...);
void *objc_alloc(void *cls);
void *objc_alloc_init(void *cls);
void *objc_allocWithZone(void *cls);
void *objc_opt_new(void *cls);
void *objc_opt_class(void *obj);
void *objc_opt_self(void *obj);
char objc_opt_isKindOfClass(void *obj, void *cls);
char objc_opt_respondsToSelector(void *obj, const char *sel);
void *objc_autorelease(void *obj);
void *objc_autoreleaseReturnValue(void *obj);
void objc_autoreleasePoolPop(void *pool);
void *objc_autoreleasePoolPush(void);
void *objc_retain(void *obj);
void *objc_retainAutorelease(void *obj);
void *objc_retainAutoreleaseReturnValue(void *obj);
void *objc_retainAutoreleasedReturnValue(void *obj);
void *objc_unsafeClaimAutoreleasedReturnValue(void *obj);
void *objc_retainBlock(void *block);
void objc_release(void *obj);
void objc_storeStrong(void **location, void *obj);
void *objc_storeWeak(void **location, void *obj);
void *objc_loadWeakRetained(void **location);
void objc_destroyWeak(void **location);
void *objc_initWeak(void **location, void *obj);
void objc_copyWeak(void **to, void **from);
void *objc_getProperty(void *self, const char *cmd, ptrdiff_t offset, char atomic);
void objc_setProperty_nonatomic_copy(void *self, const char *cmd, void *value, ptrdiff_t offset);
void objc_enumerationMutation(void *obj);
int objc_sync_enter(void *obj);
int objc_sync_exit(void *obj);
void *objc_getClass(const char *name);
void *objc_lookUpClass(const char *name);
const char *sel_registerName(const char *name);
const char *class_getName(void *cls);
void *object_getClass(void *obj);

/* dispatch, blocks */
void dispatch_async(void *queue, void *block);
void dispatch_sync(void *queue, void *block);
void dispatch_after(uint64_t when, void *queue, void *block);
void dispatch_async_f(void *queue, void *context, void (*work)(void *));
void dispatch_sync_f(void *queue, void *context, void (*work)(void *));
void dispatch_once(long *predicate, void *block);
void *dispatch_get_global_queue(intptr_t identifier, uintptr_t flags);
void *dispatch_queue_create(const char *label, void *attr);
void dispatch_release(void *object);
void dispatch_retain(void *object);
void *dispatch_semaphore_create(intptr_t value);
intptr_t dispatch_semaphore_signal(void *semaphore);
intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t timeout);
uint64_t dispatch_time(uint64_t when, int64_t delta);
void *_Block_copy(const void *block);
void _Block_release(const void *block);
void _Block_object_assign(void *dest, const void *object, int flags);
void _Block_object_dispose(const void *object, int flags);

/* CoreFoundation */
void *CFRetain(const void *cf);
void CFRelease(const void *cf);
