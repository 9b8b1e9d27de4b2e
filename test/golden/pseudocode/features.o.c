// main at 0x100520
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
  iVar1 = _setjmp(recovery);
  iVar3 = 9;
  if (iVar1 == 0) {
    if (1 < argc) {
      ppcVar7 = argv + 1;
      do {
        ppcVar8 = ppcVar7 + 1;
        uVar5 = strtol(*ppcVar7,NULL,10);
        uVar2 = (**(code **)(handlers + (ulong)((uint)uVar5 & 3) * 8))(uVar5 & 0xffffffff);
        iVar1 = checked(uVar2);
        uVar6 = name_of(uVar5 & 0xffffffff);
        say(uVar6);
        iVar3 = evaluate((int)**ppcVar7,iStack_48 + iVar1,uVar5 & 0xffffffff);
        iVar4 = is_odd(uVar5 & 0xffffffff);
        iStack_48 = iStack_48 + iVar1 + iVar3 + iVar4;
        ppcVar7 = ppcVar8;
      } while (ppcVar8 != argv + (ulong)(argc - 2) + 2);
    }
    iVar3 = interpret(program_0);
    iVar3 = iStack_48 + iVar3;
  }
  return iVar3;
}
// program_0 is program.0

// say at 0x100380
void say(char *param_1)

{
  puts(param_1);
  return;
}

// checked at 0x100390
int checked(uint param_1)

{
  if (-1 < (int)param_1) {
    return param_1 + 7;
  }
  fprintf(stderr,"negative value %d\n",(ulong)param_1);
  if ((int)param_1 < -100) {
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
