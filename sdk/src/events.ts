// The stream of changes: server-sent events, read with fetch so that it can send a token.
import type { Client } from './client.ts'
import { delayBefore, isRetryable } from './attempt.ts'
import { ApiError } from './errors.ts'
import { sleep } from './sleep.ts'

/** What changed. Its details are requested like everything else. */
export interface LiveEvent {
  readonly name:
    | 'monitor'
    | 'monitors.many'
    | 'incident'
    | 'delivery'
    | 'activity'
    | 'summary'
    | 'resync'
    | (string & {})
  readonly data: Readonly<Record<string, unknown>>
  readonly id: string | null
}

// The server sends something at least every 15 seconds.
const maxSilenceMs = 60_000

/**
 * `for await (const event of readEvents(client, { signal }))`: connects again after an interruption and continues after
 * the last event. `resync` means that some events are lost. Throws if the server refuses the connection.
 */
export async function* readEvents(
  client: Pick<Client, 'fetch'>,
  { signal }: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<LiveEvent, void, undefined> {
  let lastId: string | null = null
  for (let failures = 0; ;) {
    try {
      for await (const event of readOnce(client, lastId, signal)) {
        failures = 0
        lastId = event.id ?? lastId
        if (event.name !== 'open') yield event
      }
    } catch (error) {
      signal?.throwIfAborted()
      const lost =
        error instanceof ApiError ? error : new ApiError('The stream broke', { code: 'unreachable', status: 0 })
      if (!isRetryable(lost, true)) throw error
      failures++
      await sleep(delayBefore(failures, lost, Date.now()), signal)
    }
  }
}

async function* readOnce(
  client: Pick<Client, 'fetch'>,
  lastId: string | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<LiveEvent, void, undefined> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), maxSilenceMs)
  try {
    const response = await client.fetch('get', '/events', {
      headers: { accept: 'text/event-stream', ...(lastId === null ? {} : { 'last-event-id': lastId }) },
      timeoutMs: 0,
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    })
    let text = ''
    const decoder = new TextDecoder()
    const reader = response.body!.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), maxSilenceMs)
      text += decoder.decode(part.value, { stream: true }).replaceAll('\r\n', '\n')
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const event = parseEvent(block)
        if (event) yield event
      }
    }
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

/** Null for comments, and for data that is not from Lapwing. */
function parseEvent(block: string): LiveEvent | null {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? []
    if (name) fields.set(name, fields.has(name) && name === 'data' ? `${fields.get(name)}\n${value}` : value)
  }
  const data = fields.get('data')
  if (data === undefined) return null
  try {
    const parsed = JSON.parse(data) as Readonly<Record<string, unknown>>
    return { name: fields.get('event') ?? 'message', data: parsed, id: fields.get('id') ?? null }
  } catch {
    return null
  }
}
