// `snippets completion bash|zsh`: a script that completes commands, their options and file names.
import { UsageError } from './explain.js';
import type { Command, Session } from './session.js';

export function printCompletion(session: Session, shell: string, commands: Record<string, Command>): void {
  if (shell !== 'bash' && shell !== 'zsh') throw new UsageError('completion takes bash or zsh.');
  const cases = Object.entries(commands).map(([name, { options = {} }]) => {
    const words = [...Object.keys(options), 'json', 'help'].map((option) => `--${option}`);
    return `    ${name}) words="${words.join(' ')}" ;;\n`;
  });
  // zsh runs the completion of bash.
  const script = `${shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}_snippets() {
  local words="${[...Object.keys(commands), 'help'].join(' ')}" word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]}" in
${cases.join('')}    *) words="" ;;
    esac
    case "$word" in -*) ;; *) words="" ;; esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _snippets snippets
`;
  if (session.isJson) session.print({ shell, script }, '');
  else process.stdout.write(script);
}
