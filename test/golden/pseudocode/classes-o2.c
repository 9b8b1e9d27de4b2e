// main at 0x1170
int main(int argc,char **argv)

{
  uint uVar1;
  uint uVar2;
  undefined4 in_RDI;
  undefined8 uStack_20;
  undefined8 uStack_18;
  int iStack_10;

  uStack_18 = 0x3d20;
  iStack_10 = argc * 100;
  uStack_20 = 0x3d48;
  uVar1 = shop__largest(CONCAT44(in_RDI,argc),3);
  uVar2 = shop__total(&uStack_18,&uStack_20);
  printf("%d %d\n",(ulong)uVar2,(ulong)uVar1);
  return 0;
}
// shop__largest is shop::largest<int>(int, int)
// shop__total is shop::total(shop::Item const&, shop::Item const&)

// shop::total(shop::Item const&, shop::Item const&) at 0x12d0
int shop__total(long *param_1,long *param_2)

{
  int iVar1;
  int iVar2;
  void *thrown_exception;

  iVar1 = (**(code **)(*param_1 + 0x10))();
  if (iVar1 < 0) {
    thrown_exception = __cxa_allocate_exception(0x10);
    std__invalid_argument__invalid_argument(thrown_exception,"an item has a negative price");
    __cxa_throw(thrown_exception,typeinfo_for_std__invalid_argument,
                std__invalid_argument__destroy_invalid_argument);
  }
  iVar1 = (**(code **)(*param_1 + 0x10))(param_1);
  iVar2 = (**(code **)(*param_2 + 0x10))(param_2);
  return iVar2 + iVar1;
}
// shop__total is shop::total(shop::Item const&, shop::Item const&)
// std__invalid_argument__invalid_argument is std::invalid_argument::invalid_argument(char const*)
// typeinfo_for_std__invalid_argument is typeinfo for std::invalid_argument
// std__invalid_argument__destroy_invalid_argument is std::invalid_argument::~invalid_argument()

// shop::largest<int>(int, int) at 0x1380
int shop__largest(int param_1,int param_2)

{
  if (param_2 <= param_1) {
    param_2 = param_1;
  }
  return param_2;
}
// shop__largest is shop::largest<int>(int, int)
