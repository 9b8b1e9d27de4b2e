// main at 0x141b
int main(int argc,char **argv)

{
  int iVar1;
  uint uVar2;
  undefined4 uVar3;
  int iVar4;
  int iVar5;
  int iVar6;
  undefined8 uVar7;
  ulong uVar8;

  iVar1 = _setjmp(recovery);
  iVar4 = 9;
  if (iVar1 == 0) {
    iVar1 = 0;
    if (1 < argc) {
      iVar1 = 0;
      uVar8 = 1;
      do {
        uVar2 = atoi(argv[uVar8]);
        uVar3 = (**(code **)(handlers + (ulong)(uVar2 & 3) * 8))(uVar2);
        iVar4 = checked(uVar3);
        uVar7 = name_of(uVar2);
        say(uVar7);
        iVar5 = evaluate((int)*argv[uVar8],iVar4 + iVar1,uVar2);
        iVar6 = is_odd(uVar2);
        iVar1 = iVar5 + iVar4 + iVar1 + iVar6;
        uVar8 += 1;
      } while ((uint)argc != uVar8);
    }
    iVar4 = interpret(main_program);
    iVar4 += iVar1;
  }
  return iVar4;
}
// main_program is main.program

// name_of at 0x11c7
char * name_of(undefined4 param_1)

{
  char *pcVar1;

  pcVar1 = "zero";
  switch(param_1) {
  case 0:
    goto code_r0x0000122a;
  case 1:
    return "one";
  case 2:
    return "two";
  case 3:
    return "three";
  case 4:
    return "four";
  case 5:
    return "five";
  case 6:
    log_lines += 1;
    return "six";
  case 7:
    return "seven";
  default:
    pcVar1 = "many";
code_r0x0000122a:
    return pcVar1;
  case 9:
    return "nine";
  case 0xc:
    return "a dozen";
  }
}

// dispatch at 0x13f4
int dispatch(undefined4 param_1,int param_2)

{
  switch(param_1) {
  case 0:
    return param_2 + 1;
  case 1:
    return param_2 * 2;
  case 2:
    return -param_2;
  case 3:
    return param_2 * param_2;
  default:
    fatal("no handler %u\n",param_1);
  }
}

// evaluate at 0x123b
ulong evaluate(int param_1,ulong param_2,uint param_3,undefined8 param_4,undefined8 param_5,
              undefined8 param_6)

{
  ulong uVar1;
  uint uVar2;
  char *format;
  __va_list_tag _Stack_e8;
  undefined1 auStack_c8 [8];
  ulong uStack_c0;
  undefined8 uStack_b8;
  ulong uStack_b0;
  undefined8 uStack_a8;
  undefined8 uStack_a0;
  code *pcStack_10;
  undefined1 auStack_8 [8];

  uStack_b0 = (ulong)param_3;
  uVar2 = (uint)param_2;
  if (param_1 - 0x25U < 0xb) {
    switch(param_1) {
    case 0x25:
      if (param_3 == 0) {
        format = "remainder of %d by zero\n";
code_r0x000012ac:
        pcStack_10 = fatal;
        _Stack_e8.reg_save_area = auStack_c8;
        uStack_b8 = 0x2038;
        _Stack_e8.overflow_arg_area = auStack_8;
        _Stack_e8.gp_offset = 8;
        _Stack_e8.fp_offset = 0x30;
        uStack_c0 = param_2;
        uStack_a8 = param_5;
        uStack_a0 = param_6;
        vfprintf(*stderr_address,format,&_Stack_e8);
        abort();
      }
      uVar1 = (long)((ulong)(uint)((int)uVar2 >> 0x1f) << 0x20 | param_2 & 0xffffffff) %
              (long)(int)param_3 & 0xffffffff;
      break;
    case 0x26:
      uVar1 = (ulong)(param_3 & uVar2);
      break;
    default:
code_r0x00001297:
      pcStack_10 = (code *)0x129c;
      leave();
    case 0x2a:
      uVar1 = (ulong)(param_3 * uVar2);
      break;
    case 0x2b:
      uVar1 = (ulong)(param_3 + uVar2);
      break;
    case 0x2d:
      uVar1 = (ulong)(uVar2 - param_3);
      break;
    case 0x2f:
      if (param_3 == 0) {
        format = "division of %d by zero\n";
        goto code_r0x000012ac;
      }
      uVar1 = (long)((ulong)(uint)((int)uVar2 >> 0x1f) << 0x20 | param_2 & 0xffffffff) /
              (long)(int)param_3 & 0xffffffff;
    }
  }
  else if (param_1 == 0x5e) {
    uVar1 = (ulong)(param_3 ^ uVar2);
  }
  else {
    if (param_1 != 0x7c) goto code_r0x00001297;
    uVar1 = (ulong)(param_3 | uVar2);
  }
  return uVar1;
}
// stderr_address is &stderr
// warning: Removing unreachable block (ram,0x000012da)

// interpret at 0x1364
int interpret(byte *param_1)

{
  byte bVar1;
  int iVar2;
  byte *pbVar3;

  iVar2 = 0;
  pbVar3 = param_1 + 1;
  switch(*param_1 & 3) {
  case 0:
code_r0x000013a3:
    return iVar2;
  case 2:
    goto code_r0x00001387;
  case 3:
    goto code_r0x00001395;
  }
code_r0x00001379:
  do {
    iVar2 += 1;
    bVar1 = *pbVar3;
    pbVar3 = pbVar3 + 1;
    switch(bVar1 & 3) {
    case 0:
      goto code_r0x000013a3;
    case 2:
code_r0x00001387:
      do {
        iVar2 += -1;
        bVar1 = *pbVar3;
        pbVar3 = pbVar3 + 1;
        switch(bVar1 & 3) {
        case 0:
          goto code_r0x000013a3;
        case 1:
          goto code_r0x00001379;
        case 3:
code_r0x00001395:
          iVar2 *= 2;
          bVar1 = *pbVar3;
          pbVar3 = pbVar3 + 1;
          switch(bVar1 & 3) {
          case 0:
            goto code_r0x000013a3;
          case 2:
            goto code_r0x00001387;
          case 3:
            goto code_r0x00001395;
          }
          goto code_r0x00001379;
        }
      } while( true );
    case 3:
      goto code_r0x00001395;
    }
  } while( true );
}

// checked at 0x13a9
int checked(uint param_1)

{
  if (-1 < (int)param_1) {
    return param_1 + 7;
  }
  fprintf(*stderr_address,"negative value %d\n",(ulong)param_1);
  if (param_1 < 0xffffff9c) {
    fatal("value %d is out of range\n",param_1);
  }
  longjmp(recovery,param_1);
}
// stderr_address is &stderr

// say at 0x13a4
void say(char *param_1)

{
  puts(param_1);
  return;
}

// handle_square at 0x14fc
int handle_square(int param_1)

{
  return param_1 * param_1;
}
