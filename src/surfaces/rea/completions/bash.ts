/** Completion for bash 4 and later. */
import { FLAGS_WITH_VALUE } from "../global-flags.ts";
import type { CommandWords } from "./grammar.ts";

export function bashScript(commands: readonly CommandWords[]): string {
  const names = commands.flatMap((command) => command.names);
  return `# bash completion for rea. Use it with: source <(rea completions bash)
_rea() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} command= flags= values= word i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case $word in
      ${[...FLAGS_WITH_VALUE].join("|")}) ((i++)) ;;
      -*) ;;
      help) ;;
      *) command=$word; break ;;
    esac
  done
  case $command:$prev in
${commands.flatMap(valueCases).join("\n")}
    *:--store) COMPREPLY=($(compgen -d -- "$cur")); return ;;
  esac
  if [[ -z $command ]]; then
    [[ $cur == -* ]] && COMPREPLY=($(compgen -W "--help --version" -- "$cur")) && return
    COMPREPLY=($(compgen -W "${["help", ...names].join(" ")}" -- "$cur"))
    [[ $cur == */* || \${#COMPREPLY[@]} -eq 0 ]] && _rea_files
    return
  fi
  case $command in
${commands.map(commandCase).join("\n")}
  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$cur"))
  elif [[ -n $values ]]; then
    COMPREPLY=($(compgen -W "$values" -- "$cur"))
  else
    _rea_files
  fi
}
_rea_files() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _rea rea
`;
}

function commandCase({ names, flags, operands }: CommandWords): string {
  const values = operands[0] === undefined || operands[0].length === 0 ? "" : ` values="${operands[0].join(" ")}"`;
  return `    ${names.join("|")}) flags="${flags.map(({ flag }) => flag).join(" ")}"${values} ;;`;
}

function valueCases({ names, flags }: CommandWords): string[] {
  return flags.flatMap(({ flag, values }) => {
    if (values === null || values.length === 0) return [];
    // A shared flag may stand before the command.
    const places = FLAGS_WITH_VALUE.has(flag) ? ["", ...names] : names;
    const patterns = places.map((name) => `${name}:${flag}`).join("|");
    return [`    ${patterns}) COMPREPLY=($(compgen -W "${values.join(" ")}" -- "$cur")); return ;;`];
  });
}
