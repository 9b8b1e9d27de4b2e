// main at 0x10f0
int main(int argc,char **argv)

{
  int iVar1;
  uint uVar2;
  undefined4 uVar3;
  int iVar4;
  int iVar5;
  undefined8 uVar6;
  char **ppcVar7;
  char **ppcVar8;
  int iStack_48;

  iStack_48 = 0;
  iVar1 = _setjmp(0x40c0);
  iVar4 = 9;
  if (iVar1 == 0) {
    if (1 < argc) {
      ppcVar7 = argv + 1;
      do {
        ppcVar8 = ppcVar7 + 1;
        uVar2 = strtol(*ppcVar7,0,10);
        uVar3 = (**(code **)((ulong)(uVar2 & 3) * 8 + 0x3dc0))(uVar2);
        iVar1 = sub_1660(uVar3);
        uVar6 = sub_1410(uVar2);
        sub_1650(uVar6);
        iVar4 = sub_14e0((int)**ppcVar7,iStack_48 + iVar1,uVar2);
        iVar5 = sub_1330(uVar2);
        iStack_48 = iStack_48 + iVar1 + iVar4 + iVar5;
        ppcVar7 = ppcVar8;
      } while (ppcVar8 != argv + (ulong)(argc - 2) + 2);
    }
    iVar4 = sub_15e0(0x210c);
    iVar4 = iStack_48 + iVar4;
  }
  return iVar4;
}

// _start at 0x11e0
void _start(undefined8 param_1,undefined8 param_2,undefined8 param_3)

{
  undefined8 unaff_retaddr;
  undefined1 uStack0000000000000008;
  undefined1 auStack_8 [8];

  __libc_start_main(main,unaff_retaddr,&uStack0000000000000008,0,0,param_3,auStack_8);
}
