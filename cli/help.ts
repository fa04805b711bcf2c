// What --help prints.
import { readFileSync } from 'node:fs'
import type { Command, CommandEntry, OptionSpec } from './command.ts'
import { UsageError } from './exit-codes.ts'
import { commonOptions } from './parse.ts'

/** The commands that `bin/lapwing.mjs` runs with the server's code. Here they only have their help. */
export function operatorCommands(): (CommandEntry & Omit<Command, 'run'>)[] {
  const text = readFileSync(new URL('operator-commands.json', import.meta.url), 'utf8')
  const listed = JSON.parse(text) as (Omit<Command, 'run'> & Pick<CommandEntry, 'name' | 'summary'>)[]
  const run = (): never => {
    throw new UsageError(
      'This command needs the server: `npx lapwing` has it, and so does every installation of Lapwing.',
    )
  }
  return listed.map((one) => ({ ...one, isForOperators: true, load: async () => ({ command: { ...one, run } }) }))
}

export function overview(entries: readonly CommandEntry[], version: string): string {
  const operator = operatorCommands()
  const families = Map.groupBy(
    entries.filter(({ name }) => name.includes(' ')),
    ({ name }) => familyOf(name),
  )
  const single = entries.filter(({ name }) => !name.includes(' '))
  return `Lapwing ${version}: uptime and health monitoring

Usage: lapwing <command> [options]

Commands for a running Lapwing (LAPWING_URL and LAPWING_TOKEN, or \`lapwing login\`):
${rows(single.map(({ name, summary }) => [name, summary]))}

Commands for what it has, such as \`lapwing monitors pause "Checkout API"\`:
${rows([...families].map(([family, own]) => [family, own.map(({ name }) => name.slice(family.length + 1)).join(', ')]))}

Commands on the machine that Lapwing runs on:
${rows(operator.map(({ name, summary }) => [name, summary]))}

\`lapwing <command> --help\` has the options and an example.
Exit codes: 0 ok, 1 error, 2 changes or confirmation needed, 3 checks failed, 4 not allowed, 5 unreachable,
64 mistake in the command line, 130 interrupted.
`
}

export const familyHelp = (
  family: string,
  entries: readonly CommandEntry[],
): string => `Usage: lapwing ${family} <command>

${rows(entries.map(({ name, summary }) => [name, summary]))}

\`lapwing <command> --help\` has the options and an example.
`

const familyOf = (name: string): string => name.split(' ')[0]!

function rows(pairs: readonly (readonly [left: string, right: string])[]): string {
  const width = Math.max(...pairs.map(([left]) => left.length))
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}

export function commandHelp({ name, summary, isForOperators }: CommandEntry, command: Command): string {
  const { description, arguments: args = [], options = {}, example } = command
  const words = args.map(({ name: title, isOptional, isRest }) => {
    const word = `<${title}>${isRest ? '…' : ''}`
    return isOptional ? `[${word}]` : word
  })
  const lines = [
    ...args.map(({ name: title, help, choices }): [string, string] => [`<${title}>`, withChoices(help, choices)]),
    ...Object.entries({ ...options, ...(isForOperators ? { help: commonOptions['help']! } : commonOptions) }).map(
      optionRow,
    ),
  ]
  return [
    `${summary}.`,
    ...(description ? [`\n${description}`] : []),
    `\nUsage: lapwing ${[name, ...words, '[options]'].join(' ')}\n`,
    rows(lines),
    `\nExample: lapwing ${example}\n`,
  ].join('\n')
}

function optionRow([name, { help, value, choices, short }]: [string, OptionSpec]): [string, string] {
  return [`${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`, withChoices(help, choices)]
}

const withChoices = (help: string, choices: readonly string[] | undefined): string =>
  choices ? `${help}: ${choices.join(', ')}` : help
