// The streamable HTTP transport: every message is a POST whose response is JSON or a stream.
import { withTimeLimit } from '../../../domain/limits/time-limit.ts'
import { TargetDown } from '../../../domain/outcome.ts'
import type { RequestOptions } from '../../../net/http/request.ts'
import type { HttpResponseData } from '../../../net/index.ts'
import { bodyText } from '../evidence.ts'
import { EventStream } from './event-stream.ts'
import { type Link, send } from './link.ts'
import { NotJsonRpc, type RpcRequest, type RpcAnswer, answerIn } from './messages.ts'
import type { McpTransport } from './transport.ts'

const farewellMs = 1000

export function streamableHttp(link: Link): McpTransport {
  return {
    name: 'streamable_http',
    ask: (question) => askOverHttp(link, question),
    notify: async (message) =>
      void (await send(link, message.method, { method: 'POST', body: JSON.stringify(message) })),
    end: () => end(link),
  }
}

export async function askOverHttp(
  link: Link,
  question: RpcRequest,
  headers?: RequestOptions['headers'],
): Promise<RpcAnswer> {
  const stream = new EventStream()
  let streamed: RpcAnswer | null = null
  const answer = await send(link, question.method, {
    method: 'POST',
    body: JSON.stringify(question),
    headers,
    async onPiece(piece, { headers }) {
      if (!isStream(headers)) return
      for (const { data } of stream.read(piece)) streamed ??= answerIn(data, question)
      if (streamed) return 'enough'
    },
  })
  if (question.method === 'initialize') noteSession(answer, link)
  const found = streamed ?? (isStream(answer.headers) ? null : answerIn(bodyText(answer), question))
  if (!found) throw new NotJsonRpc(question, 'no message in it has the id of the request')
  return found
}

export function isStream(headers: HttpResponseData['headers']): boolean {
  return /^text\/event-stream\b/i.test(headers['content-type'] ?? '')
}

function noteSession({ headers }: HttpResponseData, { agreed, masker }: Link): void {
  const id = headers['mcp-session-id']
  if (typeof id !== 'string' || !/^[\x21-\x7e]{1,1000}$/.test(id)) return
  agreed.sessionId = id
  masker.add(id)
}

/** Deletes the session. Whether the server supports this is not part of the check. */
async function end(link: Link): Promise<void> {
  const { context, agreed } = link
  if (agreed.sessionId === undefined || context.signal.aborted) return
  try {
    await withTimeLimit({ ...context, ms: farewellMs }, (signal) =>
      send(link, 'the end of the session', { method: 'DELETE', signal }),
    )
  } catch (error) {
    if (!(error instanceof TargetDown)) throw error
  }
}
