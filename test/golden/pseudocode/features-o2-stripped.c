// main at 0x10f0
int main(int argc,char **argv)

{
  int iVar1;
  undefined4 uVar2;
  int iVar3;
  int iVar4;
  ulong uVar5;
  undefined8 uVar6;
  char **ppcVar7;
  char **ppcVar8;
  int iStack_48;

  iStack_48 = 0;
  iVar1 = _setjmp((jmp_buf)0x40c0);
  iVar3 = 9;
  if (iVar1 == 0) {
    if (1 < argc) {
      ppcVar7 = argv + 1;
      do {
        ppcVar8 = ppcVar7 + 1;
        uVar5 = strtol(*ppcVar7,NULL,10);
        uVar2 = (**(code **)((ulong)((uint)uVar5 & 3) * 8 + 0x3dc0))(uVar5 & 0xffffffff);
        iVar1 = sub_1660(uVar2);
        uVar6 = sub_1410(uVar5 & 0xffffffff);
        sub_1650(uVar6);
        iVar3 = sub_14e0((int)**ppcVar7,iStack_48 + iVar1,uVar5 & 0xffffffff);
        iVar4 = sub_1330(uVar5 & 0xffffffff);
        iStack_48 = iStack_48 + iVar1 + iVar3 + iVar4;
        ppcVar7 = ppcVar8;
      } while (ppcVar8 != argv + (ulong)(argc - 2) + 2);
    }
    iVar3 = sub_15e0(0x210c);
    iVar3 = iStack_48 + iVar3;
  }
  return iVar3;
}

// _start at 0x11e0
void _start(undefined8 param_1,undefined8 param_2,void (*param_3)(void))

{
  int unaff_retaddr;
  char *pcStack0000000000000008;
  undefined1 auStack_8 [8];

  __libc_start_main(main,unaff_retaddr,&pcStack0000000000000008,NULL,NULL,param_3,auStack_8);
}
