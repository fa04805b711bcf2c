// Requests whose paths are only known when the command runs.
import { writeNewFile } from './new-file.ts'
import type { CommandContext } from './command.ts'
import { CommandError } from './exit-codes.ts'
import { type DataOptions, printData } from './output/data.ts'
import type { Output } from './output/output.ts'
import { plainDocument } from './output/plain-text.ts'

interface LooseInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: object
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

type LooseMethod = 'get' | 'post' | 'put' | 'patch' | 'delete'

export interface LooseClient {
  send(method: LooseMethod, path: string, input: LooseInput): Promise<{ readonly data: unknown }>
  fetch(method: LooseMethod, path: string, input: LooseInput): Promise<Response>
}

interface ListPage {
  readonly data: readonly unknown[]
  readonly next_cursor?: string | null
}

/** The items of a list that may have no pages. */
export function itemsIn(data: unknown): unknown {
  const { object, data: items } = (data ?? {}) as { object?: unknown; data?: unknown }
  return object === 'list' && Array.isArray(items) ? items : data
}

/** The items of a list, page by page. */
export async function pagesOf(client: LooseClient, path: string, input: LooseInput, max: number): Promise<unknown[]> {
  const items: unknown[] = []
  let cursor: string | null | undefined
  do {
    const limit = Math.min(max - items.length, 100)
    const query = { ...input.query, limit, ...(cursor && { cursor }) }
    const page = (await client.send('get', path, { ...input, query })).data as ListPage
    if (!Array.isArray(page.data)) throw new CommandError(`${path}: is not a list.`)
    items.push(...page.data)
    cursor = page.next_cursor
  } while (cursor && items.length < max)
  return items
}

interface ResponseTarget {
  readonly output: Output
  readonly options: CommandContext['options']
  readonly print: DataOptions
}

/** JSON and text are printed. Other content goes into a file, or into a pipe. */
export async function printResponse(response: Response, { output, options, print }: ResponseTarget): Promise<void> {
  const file = options['output'] as string | undefined
  const type = response.headers.get('content-type') ?? ''
  if (file !== undefined) {
    writeNewFile(file, new Uint8Array(await response.arrayBuffer()))
    return output.show({ file }, () => output.print(`Saved as ${file}.`))
  }
  if (response.status === 204) return
  if (type.includes('json')) return printData(output, await response.json(), print)
  if (/^text\/|yaml|xml/.test(type)) {
    const text = (await response.text()).trimEnd()
    return output.print(output.isTerminal ? plainDocument(text) : text)
  }
  if (output.isTerminal) throw new CommandError(`The response is ${type}. Save it with --output FILE.`)
  process.stdout.write(new Uint8Array(await response.arrayBuffer()))
}
