// start at 0x1400010e0
void start(void)

{
  char cVar1;
  uint uVar2;
  int iVar3;
  int iVar4;
  uint uVar5;
  ulonglong uVar6;
  undefined8 uVar7;
  char *pcVar8;
  undefined1 auStack_228 [512];

  uVar6 = 0;
  do {
    uVar2 = (int)uVar6 + 1;
    uVar6 = (ulonglong)uVar2;
  } while ("hello from a small Windows program\r\n"[uVar6] != '\0');
  uVar7 = GetStdHandle(0xfffffff5);
  uVar6 = 0;
  uVar5 = 0;
  WriteFile(uVar7,"hello from a small Windows program\r\n",uVar2,auStack_228,0);
  iVar3 = twice((undefined4)started,1);
  iVar4 = thrice((undefined4)started,0,iVar3);
  pcVar8 = (char *)day(iVar3 + iVar4);
  cVar1 = *pcVar8;
  while (cVar1 != '\0') {
    uVar5 = (int)uVar6 + 1;
    uVar6 = (ulonglong)uVar5;
    cVar1 = pcVar8[uVar6];
  }
  uVar7 = GetStdHandle(0xfffffff5);
  WriteFile(uVar7,pcVar8,uVar5,auStack_228,0);
  iVar3 = WSAStartup(0x202,auStack_228);
  if (iVar3 != 0) {
    MessageBoxA(0,"no network","windows",0);
  }
  ExitProcess(0);
}

// day at 0x140001040
char * day(undefined4 param_1)

{
  switch(param_1) {
  case 0:
    return "Monday";
  case 1:
    return "Tuesday";
  case 2:
    return "Wednesday";
  case 3:
    return "Thursday";
  case 4:
    return "Friday";
  case 5:
    return "Saturday";
  case 6:
    return "Sunday";
  default:
    return "no day";
  }
}

// twice at 0x140001020
int twice(int param_1,int param_2)

{
  return param_2 + param_1 * 2;
}

// on_start at 0x140001000
void on_start(undefined8 param_1,int param_2)

{
  if (param_2 == 1) {
    started._0_4_ = 1;
    return;
  }
  return;
}
