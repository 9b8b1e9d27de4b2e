// main at 0x1697
int main(int argc,char **argv)

{
  int iVar1;
  uint uVar2;
  undefined4 uVar3;
  int iVar4;
  int iVar5;
  undefined8 uVar6;
  int iStack_20;
  int iStack_1c;

  iStack_1c = 0;
  iVar1 = _setjmp(recovery);
  if (iVar1 == 0) {
    for (iStack_20 = 1; iStack_20 < argc; iStack_20 += 1) {
      uVar2 = atoi(argv[iStack_20]);
      uVar3 = dispatch(uVar2 & 3,uVar2);
      iVar1 = checked(uVar3);
      uVar6 = name_of(uVar2);
      say(uVar6);
      iVar4 = evaluate((int)*argv[iStack_20],iStack_1c + iVar1,uVar2);
      iVar5 = is_odd(uVar2);
      iStack_1c = iStack_1c + iVar1 + iVar5 + iVar4;
    }
    iVar1 = interpret(program_0);
    iVar1 += iStack_1c;
  }
  else {
    iVar1 = 9;
  }
  return iVar1;
}
// program_0 is program.0

// name_of at 0x12e7
char * name_of(undefined4 param_1)

{
  char *pcVar1;

  switch(param_1) {
  case 0:
    pcVar1 = "zero";
    break;
  case 1:
    pcVar1 = "one";
    break;
  case 2:
    pcVar1 = "two";
    break;
  case 3:
    pcVar1 = "three";
    break;
  case 4:
    pcVar1 = "four";
    break;
  case 5:
    pcVar1 = "five";
    break;
  case 6:
    log_lines += 1;
    pcVar1 = "six";
    break;
  case 7:
    pcVar1 = "seven";
    break;
  default:
    pcVar1 = "many";
    break;
  case 9:
    pcVar1 = "nine";
    break;
  case 0xc:
    pcVar1 = "a dozen";
  }
  return pcVar1;
}

// dispatch at 0x164b
void dispatch(uint param_1,undefined4 param_2)

{
  if (3 < param_1) {
    fatal("no handler %u\n",param_1);
  }
  (**(code **)(handlers + (ulong)param_1 * 8))(param_2);
  return;
}

// fatal at 0x11f3
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
  _Stack_d0.gp_offset = 8;
  _Stack_d0.fp_offset = 0x30;
  _Stack_d0.overflow_arg_area = &param_15;
  _Stack_d0.reg_save_area = auStack_b8;
  uStack_b0 = param_10;
  uStack_a8 = param_11;
  uStack_a0 = param_12;
  uStack_98 = param_13;
  uStack_90 = param_14;
  vfprintf(stderr,param_9,&_Stack_d0);
  abort();
}

// evaluate at 0x138d
ulong evaluate(int param_1,uint param_2,uint param_3)

{
  ulong uVar1;

  if (param_1 == 0x7c) {
    return (ulong)(param_2 | param_3);
  }
  if (param_1 < 0x7d) {
    if (param_1 < 0x30) {
      if (0x24 < param_1) {
        switch(param_1) {
        case 0x25:
          if (param_3 == 0) {
            fatal("remainder of %d by zero\n",param_2);
          }
          uVar1 = (long)(int)param_2 % (long)(int)param_3 & 0xffffffff;
          break;
        case 0x26:
          uVar1 = (ulong)(param_2 & param_3);
          break;
        default:
          goto code_r0x0000148d;
        case 0x2a:
          uVar1 = (ulong)(param_2 * param_3);
          break;
        case 0x2b:
          uVar1 = (ulong)(param_3 + param_2);
          break;
        case 0x2d:
          uVar1 = (ulong)(param_2 - param_3);
          break;
        case 0x2f:
          if (param_3 == 0) {
            fatal("division of %d by zero\n",param_2);
          }
          uVar1 = (long)(int)param_2 / (long)(int)param_3 & 0xffffffff;
        }
        return uVar1;
      }
    }
    else if (param_1 == 0x5e) {
      return (ulong)(param_2 ^ param_3);
    }
  }
code_r0x0000148d:
  leave(param_1);
}

// interpret at 0x149e
int interpret(byte *param_1)

{
  undefined8 uVar1;
  byte *pbStack_20;
  int iStack_c;

  iStack_c = 0;
  uVar1 = *(undefined8 *)(labels_1 + (long)(int)(*param_1 & 3) * 8);
  pbStack_20 = param_1 + 1;
  do {
    switch(uVar1) {
    case 0x14d9:
      iStack_c += 1;
      uVar1 = *(undefined8 *)(labels_1 + (long)(int)(*pbStack_20 & 3) * 8);
      pbStack_20 = pbStack_20 + 1;
      break;
    case 0x150a:
      iStack_c += -1;
      uVar1 = *(undefined8 *)(labels_1 + (long)(int)(*pbStack_20 & 3) * 8);
      pbStack_20 = pbStack_20 + 1;
      break;
    case 0x153a:
      iStack_c <<= 1;
      uVar1 = *(undefined8 *)(labels_1 + (long)(int)(*pbStack_20 & 3) * 8);
      pbStack_20 = pbStack_20 + 1;
      break;
    case 0x1569:
      return iStack_c;
    }
  } while( true );
}
// labels_1 is labels.1

// checked at 0x15d6
int checked(uint param_1)

{
  if (-1 < (int)param_1) {
    return param_1 + 7;
  }
  fprintf(stderr,"negative value %d\n",(ulong)param_1);
  if ((int)param_1 < -100) {
    fatal("value %d is out of range\n",param_1);
  }
  longjmp(recovery,param_1);
}

// is_even at 0x1595
undefined8 is_even(int param_1)

{
  undefined8 uVar1;

  if (param_1 == 0) {
    uVar1 = 1;
  }
  else {
    uVar1 = is_odd(param_1 + -1);
  }
  return uVar1;
}

// leave at 0x129e
void leave(uint param_1)

{
  fflush(stdout);
  _exit(param_1 & 0x7f);
}
