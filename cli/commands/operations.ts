// The commands that call one operation of the API. `npm run sdk` writes their table from the operations.
import { readFileSync } from 'node:fs'
import type { ArgumentSpec, Command, CommandContext, CommandEntry, OptionSpec } from '../command.ts'

export interface FieldOption {
  /** Its name in the query or body. */
  readonly field: string
  readonly type: 'text' | 'number' | 'boolean' | 'list' | 'numbers' | 'json'
  readonly help?: string
  readonly choices?: readonly (string | number)[]
  readonly isRequired?: boolean
  /** Is JSON with ids in it. */
  readonly hasIds?: boolean
}

export interface OperationEntry {
  readonly name: string
  readonly id: string
  readonly summary: string
  readonly description?: string
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  readonly path: string
  /** Returns pages. */
  readonly isList?: boolean
  readonly hasBody?: boolean
  /** The response may be something else than JSON. */
  readonly isFile?: boolean
  readonly isIrreversible?: boolean
  readonly options: Readonly<Record<string, FieldOption>>
}

let table: readonly OperationEntry[] | undefined

export function operationTable(): readonly OperationEntry[] {
  table ??= JSON.parse(readFileSync(new URL('../operations.json', import.meta.url), 'utf8')) as OperationEntry[]
  return table
}

const otherNouns: Readonly<Record<string, string>> = { assignee: 'user' }

/** `contactGroupIds` and `contact_group_id` are `contact group id`. */
const singularWords = (name: string): string =>
  name
    .split(/[-_]|(?=[A-Z])/)
    .map((word) => singular(otherNouns[word] ?? word.toLowerCase()))
    .join(' ')
const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/s$/, '')

/** The operation that lists what a field of a request refers to by ids: contact groups for `contactGroupIds`. */
export function listReferredTo(field: string, { path }: OperationEntry): OperationEntry | undefined {
  const [, noun] = /^(.*?) ?id$/.exec(singularWords(field)) ?? []
  const wanted = noun === '' ? singularWords(path.split('/')[1]!) : noun
  return operationTable().find(({ id, path: list }) => {
    if (!id.startsWith('list') || list.lastIndexOf('/') > 0) return false
    if (wanted === undefined) return list === `/${field}`
    const listed = singularWords(list.slice(1))
    return ` ${listed}`.endsWith(` ${wanted}`) || ` ${wanted}`.endsWith(` ${listed}`)
  })
}

/** The commands of the table, except for operations that another command calls. */
export const operationCommands = (replaced: ReadonlySet<string>): CommandEntry[] =>
  operationTable()
    .filter(({ id }) => !replaced.has(id))
    .map(entryOf)

const entryOf = (operation: OperationEntry): CommandEntry => ({
  name: operation.name,
  summary: operation.summary,
  load: async () => ({ command: commandOf(operation) }),
})

/** A shorter name for the command of an operation. */
export const shortcut = (name: string, operationName: string): CommandEntry => ({
  name,
  summary: `Short for \`lapwing ${operationName}\``,
  load: async () => {
    const command = commandOf(operationTable().find((one) => one.name === operationName)!)
    return { command: { ...command, example: command.example.replace(operationName, name) } }
  },
})

const words: Readonly<Record<FieldOption['type'], string>> = {
  text: 'TEXT',
  number: 'NUMBER',
  boolean: 'BOOLEAN',
  list: 'LIST',
  numbers: 'LIST',
  json: 'JSON',
}

function commandOf(operation: OperationEntry): Command {
  const { description, path, isList, hasBody, isFile, isIrreversible } = operation
  const names = parametersIn(path)
  const fields = Object.entries(operation.options).map(([flag, option]) => [flag, specOf(option, operation)] as const)
  const common: [boolean | undefined, string, OptionSpec][] = [
    [hasBody, 'file', { help: 'The body as JSON; - for standard input', value: 'FILE', short: 'f' }],
    [hasBody, 'field', fieldOption],
    [isList, 'limit', { help: 'How many at most; 50 by default', value: 'NUMBER' }],
    [isList, 'all', { help: 'All of them, however many' }],
    [isFile, 'output', outputOption],
    ...Object.entries(dataOptions).map(([name, spec]): [boolean, string, OptionSpec] => [true, name, spec]),
    [isIrreversible, 'yes', { help: 'Do not ask', short: 'y' }],
  ]
  return {
    ...(description !== undefined && { description }),
    arguments: names.map((name, index): ArgumentSpec => ({
      name: wordOf(path, name, index),
      help: index === 0 ? 'Its name or id' : 'Its id',
      // As `lapwing monitors pause A B C`.
      ...(names.length === 1 && !isList && !isFile && { isRest: true }),
    })),
    options: {
      ...Object.fromEntries(common.flatMap(([has, name, spec]) => (has ? [[name, spec]] : []))),
      ...Object.fromEntries(fields),
    },
    example: exampleOf(operation, names),
    run: async (context: CommandContext) => (await import('../call-operation.ts')).callOperation(operation, context),
  }
}

export const dataOptions: Readonly<Record<string, OptionSpec>> = {
  fields: { help: 'Only these fields, separated by commas; config.url is a field of config', value: 'FIELDS' },
  format: { help: 'How to print it', value: 'FORMAT', choices: ['table', 'json', 'tsv'] },
}

export const outputOption: OptionSpec = { help: 'Save it in this new file', value: 'FILE' }

export const fieldOption: OptionSpec = {
  help: 'Sets a field, such as config.method=POST; JSON values keep their type; may be repeated',
  value: 'NAME=VALUE',
  short: 'F',
  isRepeatable: true,
}

export const parametersIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

/** `{id}` of `/monitors/{id}` is `monitor`, and `{ruleId}` is `rule`. */
function wordOf(path: string, name: string, index: number): string {
  if (index > 0) return name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const [, collection = name] = /([\w-]+)\/\{/.exec(path) ?? []
  return singular(collection)
}

function specOf({ field, type, help, choices, isRequired }: FieldOption, operation: OperationEntry): OptionSpec {
  const named = type === 'boolean' || type === 'json' ? undefined : listReferredTo(field, operation)
  const about = help ?? `The ${field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ')}`
  const names = named && `${about.replace(/ `GET [^`]+`/, ` \`lapwing ${named.name}\``)}; names or ids`
  const list = type === 'list' || type === 'numbers' ? `${names ?? about}; separated by commas` : (names ?? about)
  return {
    help: isRequired ? `${list} (required)` : list,
    value: words[type],
    ...(choices && { choices: choices.map(String) }),
    mayBeEmpty: true,
  }
}

function exampleOf({ name, path, options }: OperationEntry, parameters: readonly string[]): string {
  const collection = path.split('/')[1]!
  const ids = parameters.map((_, index) => (index === 0 && collection === 'monitors' ? '"Checkout API"' : '4711'))
  const required = Object.entries(options).flatMap(([flag, { isRequired, type, choices }]) =>
    isRequired
      ? [
          `--${flag} ${choices?.[0] ?? { text: '"…"', number: 60, boolean: true, list: 'a,b', numbers: '1,2', json: "'{…}'" }[type]}`,
        ]
      : [],
  )
  return [name, ...ids, ...required].join(' ')
}
