// _start at 0x401070
void _start(void)

{
  char cVar1;
  undefined4 uVar2;
  int iVar3;
  char *pcVar4;
  int iVar5;
  int iVar6;
  undefined1 *puVar7;
  undefined1 auStack_220 [528];

  iVar6 = 0;
  do {
    iVar5 = iVar6 + 1;
    iVar3 = iVar6 + 1;
    iVar6 = iVar5;
  } while ("hello from a small Windows program\r\n"[iVar3] != '\0');
  uVar2 = GetStdHandle(0xfffffff5);
  puVar7 = auStack_220;
  WriteFile(uVar2,"hello from a small Windows program\r\n",iVar5,auStack_220,0);
  iVar3 = twice(_started,1);
  iVar5 = thrice();
  iVar6 = 0;
  pcVar4 = (char *)_day(iVar3 + iVar5);
  cVar1 = *pcVar4;
  while (cVar1 != '\0') {
    iVar6 += 1;
    cVar1 = pcVar4[iVar6];
  }
  uVar2 = GetStdHandle(0xfffffff5);
  WriteFile(uVar2,puVar7,iVar6,auStack_220,0);
  iVar6 = WSAStartup(0x202,auStack_220);
  if (iVar6 != 0) {
    MessageBoxA(0,"no network","windows",0);
  }
  ExitProcess(0);
}

// _day at 0x401040
char * _day(uint param_1)

{
  char *pcVar1;

  pcVar1 = "no day";
  if (param_1 < 7) {
    pcVar1 = *(char **)(&CSWTCH_7 + param_1 * 4);
  }
  return pcVar1;
}
// CSWTCH_7 is _CSWTCH.7

// twice at 0x401020
int twice(int param_1,int param_2)

{
  return param_2 + param_1 * 2;
}

// on_start at 0x401000
void on_start(undefined4 param_1,int param_2)

{
  if (param_2 == 1) {
    _started = 1;
  }
  return;
}
