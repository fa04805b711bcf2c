// Things are named by id, by name, or by the beginning of either.
import type { Monitor } from '../sdk/src/api.ts'
import type { Client } from '../sdk/src/client.ts'
import { type OperationEntry, operationTable } from './commands/operations.ts'
import { CommandError } from './exit-codes.ts'
import { itemsIn, type LooseClient, pagesOf } from './raw-requests.ts'
import { didYouMean } from './suggest.ts'

const wholeId = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|#?\d+)$/i
const startOfId = /^[0-9a-f]{4,8}(-[0-9a-f]{0,4}){0,3}(-[0-9a-f]*)?$/i

interface Named {
  readonly id: string | number
  readonly name?: string | null
  readonly title?: string
  readonly email?: string
  readonly target?: string
}

interface Search {
  /** The operation that lists them. */
  readonly list: OperationEntry
  readonly params: Readonly<Record<string, string>>
  readonly word: string
  readonly signal?: AbortSignal | undefined
}

export async function findId(client: LooseClient, search: Search): Promise<string> {
  if (wholeId.test(search.word)) return search.word.replace('#', '')
  return String((await findNamed(client, search)).id)
}

export async function findMonitor(client: Client, word: string, signal?: AbortSignal): Promise<Monitor> {
  if (wholeId.test(word)) return client.get('/monitors/{id}', { params: { id: word }, ...(signal && { signal }) })
  const search = { list: operationNamed('listMonitors'), params: {}, word, signal }
  return (await findNamed(client as unknown as LooseClient, search)) as unknown as Monitor
}

export const findLocation = (client: Client, word: string, signal: AbortSignal): Promise<string> =>
  findId(client as unknown as LooseClient, { list: operationNamed('listLocations'), params: {}, word, signal })

const operationNamed = (name: string): OperationEntry => operationTable().find(({ id }) => id === name)!

async function findNamed(client: LooseClient, { list, params, word, signal }: Search): Promise<Named> {
  const all = async (query: object): Promise<Named[]> => {
    const input = { params, query, signal }
    const found = list.isList
      ? await pagesOf(client, list.path, input, Infinity)
      : itemsIn((await client.send('get', list.path, input)).data)
    return found as Named[]
  }
  const hasSearch = 'q' in list.options
  const named = await all(hasSearch ? { q: word } : {})
  const chosen = chooseByName(named, word)
  if (chosen.length === 0 && startOfId.test(word)) {
    const others = hasSearch ? await all({}) : named
    chosen.push(...others.filter(({ id }) => String(id).startsWith(word.toLowerCase())))
  }
  const [only, ...others] = chosen
  const [family = ''] = list.name.split(' ')
  if (!only) {
    const suggestion = didYouMean(word, (hasSearch ? await all({}) : named).map(nameOf), (name) => `“${name}”`)
    throw new CommandError(
      `No ${singular(list.path)} is named ${word}.${suggestion} Run \`lapwing ${family}\` for a list.`,
    )
  }
  if (others.length > 0) throw new CommandError(ambiguity(word, chosen, list))
  return only
}

const nameOf = ({ name, title, email }: Named): string => name ?? title ?? email ?? ''
const singular = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replaceAll('-', ' ')
    .replace(/ies$/, 'y')
    .replace(/s$/, '')

/** The whole name wins over the same name in other letters, as in `this-server`, and that over a beginning. */
function chooseByName(all: readonly Named[], text: string): Named[] {
  const lower = text.toLowerCase()
  const ways: ((name: string) => boolean)[] = [
    (name) => name === text,
    (name) => name.toLowerCase() === lower,
    (name) => name.toLowerCase().replaceAll(' ', '-') === lower,
    (name) => name.toLowerCase().startsWith(lower),
  ]
  for (const matches of ways) {
    const found = all.filter((one) => matches(nameOf(one)))
    if (found.length > 0) return found
  }
  return []
}

function ambiguity(text: string, found: readonly Named[], { path }: OperationEntry): string {
  const lines = found.slice(0, 20).map((one) => `  ${one.id}  ${nameOf(one)}  ${one.target ?? ''}`.trimEnd())
  const more = found.length > lines.length ? [`  and ${found.length - lines.length} more`] : []
  return [
    `${found.length} ${path.slice(path.lastIndexOf('/') + 1).replaceAll('-', ' ')} match ${text}. Use a longer name, or an id:`,
    ...lines,
    ...more,
  ].join('\n')
}
