#include "lua.h"
#include "lauxlib.h"
#include "lualib.h"
int main(int argc, char **argv) {
  lua_State *state = luaL_newstate();
  int failed;
  if (state == NULL) return 2;
  luaL_openlibs(state);
  failed = argc > 1 && luaL_dofile(state, argv[1]);
  lua_close(state);
  return failed;
}
