/* Looks like a kernel module to a loader: .modinfo, an init and an exit function, undefined kernel symbols. */
#define SECTION(name) __attribute__((section(name), used))

extern int _printk(const char *format, ...);
extern void *__kmalloc(unsigned long size, unsigned flags);
extern void kfree(const void *pointer);

static const char license[] SECTION(".modinfo") = "license=GPL";
static const char description[] SECTION(".modinfo") = "description=a module that does nothing";
static const char vermagic[] SECTION(".modinfo") = "vermagic=6.1.0-test SMP mod_unload";

static void *buffer;

__attribute__((section(".init.text"))) int init_module(void) {
  buffer = __kmalloc(64, 0xcc0);
  if (buffer == 0) {
    _printk("no memory for the module\n");
    return -12;
  }
  _printk("module is loaded at %p\n", buffer);
  return 0;
}

__attribute__((section(".exit.text"))) void cleanup_module(void) {
  kfree(buffer);
  _printk("module is gone\n");
}

struct module { void *state; char name[56]; int (*init)(void); void (*exit)(void); };
struct module __this_module SECTION(".gnu.linkonce.this_module") = {0, "tiny", init_module, cleanup_module};
