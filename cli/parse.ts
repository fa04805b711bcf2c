// Finds the command in the words of a command line, and parses its options.
import { parseArgs } from 'node:util'
import type { Command, CommandContext, CommandEntry, OptionSpec } from './command.ts'
import { UsageError } from './exit-codes.ts'
import { didYouMean } from './suggest.ts'

/** Options that every command has. */
export const commonOptions: Readonly<Record<string, OptionSpec>> = {
  json: { help: 'Print JSON, also on a terminal' },
  url: { help: 'Where Lapwing is, instead of LAPWING_URL', value: 'URL' },
  help: { help: 'Show this help', short: 'h' },
}

interface CommandMatch {
  readonly entry: CommandEntry
  /** What follows the name. */
  readonly rest: readonly string[]
}

export function findCommand(entries: readonly CommandEntry[], words: readonly string[]): CommandMatch {
  const [first = '', second] = words
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const entry = entries.find((one) => one.name === name)
    if (entry) return { entry, rest: words.slice(length) }
  }
  const isBare = second === undefined || second.startsWith('-')
  const usual =
    isBare &&
    entries.find(({ name, isForOperators }) => !isForOperators && (name === `${first} list` || name === `${first} get`))
  if (usual) return { entry: usual, rest: words.slice(1) }
  const verbs = entries.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []))
  const format = (word: string): string => `\`lapwing ${first} ${word}\``
  if (verbs.length > 0 && isBare) throw new UsageError(`${first}: must be followed by one of ${verbs.join(', ')}.`)
  if (verbs.length > 0)
    throw new UsageError(
      `${first} ${second}: no such command.${didYouMean(second!, verbs, format)} There are: ${verbs.join(', ')}.`,
    )
  const known = [...new Set(entries.map(({ name }) => name.split(' ')[0]!))]
  const suggestion = didYouMean(first, known, (word) => `\`lapwing ${word}\``)
  throw new UsageError(`${first}: no such command.${suggestion} Run \`lapwing --help\` for a list.`)
}

export function parseCommandLine(
  name: string,
  command: Command,
  words: readonly string[],
): Pick<CommandContext, 'args' | 'options'> {
  const specs = { ...commonOptions, ...command.options }
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(
      Object.entries(specs).map(([key, { value, short }]) => [
        key,
        { type: value ? ('string' as const) : ('boolean' as const), ...(short ? { short } : {}) },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const options: Record<string, string | true | string[]> = {}
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const value = checkOption(name, specs, token)
    const earlier = options[token.name]
    options[token.name] = specs[token.name]!.isRepeatable
      ? [...(Array.isArray(earlier) ? earlier : []), value as string]
      : value
  }
  const args = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  if (!options['help']) checkArguments(name, command, args)
  return { args, options }
}

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value: string | undefined
}

type OptionSpecs = Readonly<Record<string, OptionSpec>>

function checkOption(command: string, specs: OptionSpecs, { name, rawName, value }: OptionToken): string | true {
  const spec = Object.hasOwn(specs, name) ? specs[name] : undefined
  if (!spec) {
    const suggestion = didYouMean(name, Object.keys(specs), (word) => `--${word}`)
    throw new UsageError(`${rawName}: no such option.${suggestion} Run \`lapwing ${command} --help\`.`)
  }
  if (!spec.value) {
    if (value !== undefined) throw new UsageError(`${rawName}: takes no value.`)
    return true
  }
  if (value === undefined || (value === '' && !spec.mayBeEmpty))
    throw new UsageError(`${rawName}: must be followed by a value.`)
  if (spec.choices && !spec.choices.includes(value))
    throw new UsageError(`${rawName}: must be one of ${spec.choices.join(', ')}.`)
  return value
}

function checkArguments(name: string, { arguments: specs = [] }: Command, args: readonly string[]): void {
  const missing = specs.slice(args.length).find(({ isOptional }) => !isOptional)
  if (missing) throw new UsageError(`${missing.name}: missing. Run \`lapwing ${name} --help\`.`)
  const extra = args[specs.length]
  if (extra !== undefined && !specs.at(-1)?.isRest)
    throw new UsageError(`${extra}: one word too many. Put names with spaces in quotes.`)
  for (const [index, { name: title, choices }] of specs.entries()) {
    const value = args[index]
    if (value !== undefined && choices && !choices.includes(value))
      throw new UsageError(`${title}: must be one of ${choices.join(', ')}.`)
  }
}
