// Shell completion: words and options of every command, written into a script for the shell.
import type { Command, CommandEntry, OptionSpec } from './command.ts'
import { operatorCommands } from './help.ts'
import { commonOptions } from './parse.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

interface CompletedCommand {
  readonly name: string
  readonly summary: string
  readonly options: readonly (readonly [name: string, spec: OptionSpec])[]
  /** The values of its first argument, if only some are valid. */
  readonly choices: readonly string[]
}

export async function completionScript(shell: Shell, entries: readonly CommandEntry[]): Promise<string> {
  const all = [...entries, ...operatorCommands()]
  const described = await Promise.all(all.map(async (entry) => describe(entry, (await entry.load()).command)))
  return { bash, zsh, fish }[shell](described)
}

function describe(
  { name, summary, isForOperators }: CommandEntry,
  { options = {}, arguments: args = [] }: Command,
): CompletedCommand {
  const all = { ...options, ...(isForOperators ? {} : commonOptions) }
  return { name, summary, options: Object.entries(all), choices: args[0]?.choices ?? [] }
}

const firstWords = (commands: readonly CompletedCommand[]): string[] => [
  ...new Set(commands.map(({ name }) => name.split(' ')[0]!)),
]

/** What can follow a command: its second word, its options and choices. */
function followers(commands: readonly CompletedCommand[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const add = (key: string, words: readonly string[]): void =>
    void found.set(key, [...(found.get(key) ?? []), ...words])
  for (const { name, options, choices } of commands) {
    const [first, second] = name.split(' ')
    if (second) add(first!, [second])
    add(name, [...choices, ...options.map(([option]) => `--${option}`)])
  }
  return found
}

function optionChoices(commands: readonly CompletedCommand[]): [string, readonly string[]][] {
  return commands.flatMap(({ name, options }) =>
    options.flatMap(([option, { choices }]): [string, readonly string[]][] =>
      choices ? [[`${name} --${option}`, choices]] : [],
    ),
  )
}

function cases(entries: Iterable<readonly [string, readonly string[]]>): string {
  return [...entries].map(([key, words]) => `    '${key}') suggested='${words.join(' ')}' ;;`).join('\n')
}

/** Sets `words` from the words before the cursor; bash and zsh run the same lines. */
function choose(commands: readonly CompletedCommand[]): string {
  return `  local suggested='' name="$1"
  case "$1 $2" in ${[...new Set(commands.filter(({ name }) => name.includes(' ')).map(({ name }) => `'${name}'`))].join('|')}) name="$1 $2" ;; esac
  case "$name" in
    '') suggested='${firstWords(commands).join(' ')}' ;;
${cases(followers(commands))}
  esac
  case "$name $3" in
${cases(optionChoices(commands))}
  esac
  printf '%s' "$suggested"`
}

const bash = (
  commands: readonly CompletedCommand[],
): string => `# Put this into ~/.bashrc: eval "$(lapwing completion bash)"
_lapwing_words() {
${choose(commands)}
}
_lapwing() {
  local first=''; [ "$COMP_CWORD" -gt 1 ] && first="\${COMP_WORDS[1]}"
  local second=''; [ "$COMP_CWORD" -gt 2 ] && second="\${COMP_WORDS[2]}"
  local words; words="$(_lapwing_words "$first" "$second" "\${COMP_WORDS[COMP_CWORD-1]}")"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _lapwing lapwing
`

const zsh = (commands: readonly CompletedCommand[]): string => `#compdef lapwing
# Put this into ~/.zshrc, after compinit: eval "$(lapwing completion zsh)"
_lapwing_words() {
${choose(commands)}
}
_lapwing() {
  local first='' second=''
  (( CURRENT > 2 )) && first="\${words[2]}"
  (( CURRENT > 3 )) && second="\${words[3]}"
  local -a found; found=(\${=$(_lapwing_words "$first" "$second" "\${words[CURRENT-1]}")})
  compadd -- $found
}
compdef _lapwing lapwing
`

function fish(commands: readonly CompletedCommand[]): string {
  const quote = (text: string): string => `'${text.replaceAll("'", "\\'")}'`
  const lines = commands.flatMap(({ name, summary, options, choices }) => {
    const [first, second] = name.split(' ')
    const at = second
      ? `'__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}'`
      : `'__fish_seen_subcommand_from ${first}'`
    return [
      `complete -c lapwing -n __fish_use_subcommand -f -a ${first} -d ${quote(summary)}`,
      ...(second
        ? [`complete -c lapwing -n '__fish_seen_subcommand_from ${first}' -f -a ${second} -d ${quote(summary)}`]
        : []),
      ...(choices.length > 0 ? [`complete -c lapwing -n ${at} -f -a ${quote(choices.join(' '))}`] : []),
      ...options.map(([option, { help, value, choices: values }]) =>
        [
          `complete -c lapwing -n ${at} -l ${option} -d ${quote(help)}`,
          ...(value ? ['-r'] : []),
          ...(values ? [`-f -a ${quote(values.join(' '))}`] : []),
        ].join(' '),
      ),
    ]
  })
  return `# Put this into ~/.config/fish/completions/lapwing.fish\n${[...new Set(lines)].join('\n')}\n`
}
