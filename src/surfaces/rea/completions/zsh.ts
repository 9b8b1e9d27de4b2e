/** Completion for zsh, by its own completion system (zshcompsys). */
import type { CommandWords, FlagWords } from "./grammar.ts";

export function zshScript(commands: readonly CommandWords[]): string {
  return `#compdef rea
# zsh completion for rea. Use it with: source <(rea completions zsh)
_rea() {
  local -a commands=(
${commands.flatMap(describedNames).join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    _files
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(commandCase).join("\n")}
    *) _files ;;
  esac
}
compdef _rea rea
`;
}

function describedNames({ names, summary }: CommandWords): string[] {
  return names.map((name) => `    ${quote(`${name}:${summary}`)}`);
}

function commandCase({ names, flags, operands }: CommandWords): string {
  const values = operands[0] ?? [];
  const rest = values.length === 0 ? "'*:file:_files'" : quote(`1:value:(${values.join(" ")})`);
  return `    ${names.join("|")}) _arguments ${[...flags.map(flagSpec), rest].join(" ")} ;;`;
}

function flagSpec({ flag, description, values }: FlagWords): string {
  const name = `${flag}[${description.replace(/[[\]:\\]/gu, "\\$&")}]`;
  if (values === null) return quote(name);
  return quote(`${name}:value:${values.length === 0 ? "_files" : `(${values.join(" ")})`}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
