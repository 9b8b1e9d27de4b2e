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

// name_of at 0x1410
char * name_of(undefined4 param_1)

{
  switch(param_1) {
  case 0:
    return "zero";
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
    return "many";
  case 9:
    return "nine";
  case 0xc:
    return "a dozen";
  }
}

// dispatch at 0x16b0
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

// fatal at 0x1350
void fatal(undefined8 param_1,undefined8 param_2,undefined8 param_3,undefined8 param_4,
          undefined8 param_5,undefined8 param_6,undefined8 param_7,undefined8 param_8,char *param_9,
          undefined8 param_10,undefined8 param_11,undefined8 param_12,undefined8 param_13,
          undefined8 param_14,undefined1 param_15)

{
  char in_AL;
  __va_list_tag _Stack_d0;
  undefined1 auStack_b8 [8];
  undefined8 uStack_b0;
  undefined8 uStack_a8;
  undefined8 uStack_a0;
  undefined8 uStack_98;
  undefined8 uStack_90;
  undefined8 uStack_88;
  undefined8 uStack_78;
  undefined8 uStack_68;
  undefined8 uStack_58;
  undefined8 uStack_48;
  undefined8 uStack_38;
  undefined8 uStack_28;
  undefined8 uStack_18;

  if (in_AL != '\0') {
    uStack_88 = param_1;
    uStack_78 = param_2;
    uStack_68 = param_3;
    uStack_58 = param_4;
    uStack_48 = param_5;
    uStack_38 = param_6;
    uStack_28 = param_7;
    uStack_18 = param_8;
  }
  _Stack_d0.overflow_arg_area = &param_15;
  _Stack_d0.reg_save_area = auStack_b8;
  _Stack_d0.gp_offset = 8;
  _Stack_d0.fp_offset = 0x30;
  uStack_b0 = param_10;
  uStack_a8 = param_11;
  uStack_a0 = param_12;
  uStack_98 = param_13;
  uStack_90 = param_14;
  vfprintf(stderr,param_9,&_Stack_d0);
  abort();
}

// evaluate at 0x14e0
ulong evaluate(int param_1,uint param_2,uint param_3)

{
  if (param_1 < 0x30) {
    if (0x24 < param_1) {
      switch(param_1) {
      case 0x25:
        if (param_3 == 0) {
          fatal("remainder of %d by zero\n",param_2);
        }
        return (long)(int)param_2 % (long)(int)param_3 & 0xffffffff;
      case 0x26:
        return (ulong)(param_2 & param_3);
      case 0x2a:
        return (ulong)(param_2 * param_3);
      case 0x2b:
        return (ulong)(param_2 + param_3);
      case 0x2d:
        return (ulong)(param_2 - param_3);
      case 0x2f:
        if (param_3 == 0) {
          fatal("division of %d by zero\n",param_2);
        }
        return (long)(int)param_2 / (long)(int)param_3 & 0xffffffff;
      }
    }
  }
  else {
    if (param_1 == 0x5e) {
      return (ulong)(param_2 ^ param_3);
    }
    if (param_1 == 0x7c) {
      return (ulong)(param_2 | param_3);
    }
  }
  leave();
}

// interpret at 0x15e0
int interpret(byte *param_1)

{
  byte *pbVar1;
  int iVar2;
  byte *pbVar3;

  pbVar3 = param_1 + 2;
  iVar2 = 0;
  switch(*param_1 & 3) {
  case 0:
code_r0x00001600:
    return iVar2;
  case 2:
    goto code_r0x00001620;
  case 3:
    goto code_r0x00001608;
  }
code_r0x00001638:
  do {
    pbVar1 = pbVar3 + -1;
    iVar2 += 1;
    pbVar3 = pbVar3 + 1;
    switch(*pbVar1 & 3) {
    case 0:
      goto code_r0x00001600;
    case 2:
code_r0x00001620:
      do {
        pbVar1 = pbVar3 + -1;
        iVar2 += -1;
        pbVar3 = pbVar3 + 1;
        switch(*pbVar1 & 3) {
        case 0:
          goto code_r0x00001600;
        case 1:
          goto code_r0x00001638;
        case 3:
code_r0x00001608:
          pbVar1 = pbVar3 + -1;
          iVar2 *= 2;
          pbVar3 = pbVar3 + 1;
          switch(*pbVar1 & 3) {
          case 0:
            goto code_r0x00001600;
          case 2:
            goto code_r0x00001620;
          case 3:
            goto code_r0x00001608;
          }
          goto code_r0x00001638;
        }
      } while( true );
    case 3:
      goto code_r0x00001608;
    }
  } while( true );
}

// checked at 0x1660
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

// is_even at 0x1310
undefined8 is_even(int param_1)

{
  undefined8 uVar1;

  if (param_1 == 0) {
    return 1;
  }
  uVar1 = is_odd(param_1 + -1);
  return uVar1;
}

// is_odd at 0x1330
undefined8 is_odd(int param_1)

{
  undefined8 uVar1;

  if (param_1 == 0) {
    return 0;
  }
  uVar1 = is_even(param_1 + -1);
  return uVar1;
}

// say at 0x1650
void say(char *param_1)

{
  puts(param_1);
  return;
}
