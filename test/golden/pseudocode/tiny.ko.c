// init_module at 0x100050
undefined8 init_module(void)

{
  undefined8 uVar1;

  buffer = __kmalloc(0x40,0xcc0);
  if (buffer == 0) {
    _printk("no memory for the module\n");
    uVar1 = 0xfffffff4;
  }
  else {
    _printk("module is loaded at %p\n",buffer);
    uVar1 = 0;
  }
  return uVar1;
}

// cleanup_module at 0x1000a0
void cleanup_module(void)

{
  kfree(buffer);
  _printk("module is gone\n");
  return;
}
