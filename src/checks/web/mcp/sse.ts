// The older transport: an open stream delivers the responses, and first of all the URL to post messages to.
import { TargetDown } from '../../../domain/outcome.ts'
import { EventStream } from './event-stream.ts'
import { type Link, send } from './link.ts'
import { type RpcRequest, type RpcAnswer, answerIn } from './messages.ts'
import { isStream } from './streamable-http.ts'
import type { McpTransport } from './transport.ts'

/** Resolves when the stream is open and its URL is known. */
export async function openSse(link: Link): Promise<McpTransport> {
  const stream = openStream(link)
  const endpoint = await stream.next((event, data) => (event === 'endpoint' ? endpointOf(data, link.target) : null))
  const post = (message: RpcRequest): Promise<unknown> =>
    send(link, message.method, { method: 'POST', url: endpoint, body: JSON.stringify(message) })
  return {
    name: 'sse',
    async ask(question) {
      const [answer] = await Promise.all([
        stream.next((event, data): RpcAnswer | null => (event === 'message' ? answerIn(data, question) : null)),
        post(question),
      ])
      return answer
    },
    notify: async (message) => void (await post(message)),
    end: async () => stream.close(),
  }
}

type Pick<T> = (event: string, data: string) => T | null

interface OpenStream {
  /** The first event from now on for which `pick` returns a value. */
  next<T>(pick: Pick<T>): Promise<T>
  close(): void
}

const leaving = new Error('the stream is no longer needed')

function openStream(link: Link): OpenStream {
  const own = new AbortController()
  const events = new EventStream()
  let wanted: ((event: string, data: string) => void) | null = null
  const ended = send(link, 'the request for its event stream', {
    method: 'GET',
    signal: AbortSignal.any([link.context.signal, own.signal]),
    async onPiece(piece, { headers }) {
      if (!isStream(headers)) return
      for (const { event, data } of events.read(piece)) wanted?.(event, data)
    },
  }).then((answer) => {
    const how = answer.isCut ? 'sent more than 1 MiB on its event stream' : 'ended its event stream'
    throw new TargetDown('content', `the server ${isStream(answer.headers) ? how : 'sent no event stream'}`)
  })
  // Pending requests get the error; after the last event there are none.
  ended.catch(() => undefined)
  return {
    next<T>(pick: Pick<T>): Promise<T> {
      const found = new Promise<T>((resolve, reject) => {
        wanted = (event, data) => {
          try {
            const value = pick(event, data)
            if (value !== null) resolve(value)
          } catch (error) {
            reject(error as Error)
          }
        }
      })
      return Promise.race([found, ended])
    },
    close: () => own.abort(leaving),
  }
}

/** Messages carry the login, so they are sent only to the origin it is configured for. */
function endpointOf(data: string, target: URL): URL {
  const url = URL.parse(data, target.href)
  if (url?.origin === target.origin) return url
  throw new TargetDown('content', `the server wants its messages at another origin: ${data.slice(0, 200)}`)
}
