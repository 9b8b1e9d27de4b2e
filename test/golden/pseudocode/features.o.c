// main at 0x100520
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
  iVar1 = _setjmp(recovery);
  iVar4 = 9;
  if (iVar1 == 0) {
    if (1 < argc) {
      ppcVar7 = argv + 1;
      do {
        ppcVar8 = ppcVar7 + 1;
        uVar2 = strtol(*ppcVar7,0,10);
        uVar3 = (**(code **)(handlers + (ulong)(uVar2 & 3) * 8))(uVar2);
        iVar1 = checked(uVar3);
        uVar6 = name_of(uVar2);
        say(uVar6);
        iVar4 = evaluate((int)**ppcVar7,iStack_48 + iVar1,uVar2);
        iVar5 = is_odd(uVar2);
        iStack_48 = iStack_48 + iVar1 + iVar4 + iVar5;
        ppcVar7 = ppcVar8;
      } while (ppcVar8 != argv + (ulong)(argc - 2) + 2);
    }
    iVar4 = interpret(program_0);
    iVar4 = iStack_48 + iVar4;
  }
  return iVar4;
}
// program_0 is program.0

// say at 0x100380
void say(void)

{
  puts();
  return;
}

// checked at 0x100390
int checked(int param_1)

{
  if (-1 < param_1) {
    return param_1 + 7;
  }
  fprintf(stderr,"negative value %d\n",param_1);
  if (param_1 < -100) {
    fatal("value %d is out of range\n");
  }
  longjmp(recovery,param_1);
}

// leave at 0x100120
void leave(uint param_1)

{
  fflush(stdout);
  _exit(param_1 & 0x7f);
}
