// Sends the requests of one MCP check with its headers and login, and traces the first one.
import { TargetDown } from '../../../domain/outcome.ts'
import { type HttpTrace, newTrace } from '../../../net/http/trace.ts'
import type { RequestOptions } from '../../../net/http/request.ts'
import type { HttpResponseData, Login } from '../../../net/index.ts'
import type { RunContext } from '../../run.ts'
import type { Masker } from '../../masking.ts'
import { bodyText } from '../evidence.ts'
import { accessToken } from '../../../protocols/oauth-token.ts'
import type { McpConfig } from './config.ts'
import { type RpcError, errorIn, rpcErrorText } from './messages.ts'

const maxRedirects = 5
const maxAnswer = 1_048_576

export interface Link {
  readonly config: McpConfig
  readonly target: URL
  readonly context: RunContext
  readonly masker: Masker
  /** Trace of the first request of the last handshake. */
  trace: HttpTrace
  /** The first request was sent. */
  hasBegun: boolean
  /** Sent with every request after the handshake. */
  agreed: { sessionId?: string; protocol?: string }
}

export type McpRequestOptions = Pick<RequestOptions, 'method'> &
  Partial<Pick<RequestOptions, 'url' | 'body' | 'headers' | 'onPiece' | 'signal'>>

/** The server requires a login. */
export class LoginRequired extends TargetDown {
  override name = 'Challenged'
  readonly header: string

  constructor(header: string, hadLogin: boolean) {
    const what = hadLogin ? 'rejects the login' : 'requires a login'
    super('auth', `the server ${what}: HTTP 401${header && ` with ${header.slice(0, 200)}`}`)
    this.header = header
  }
}

/** The server responded with a status other than 2xx; its body may still be a JSON-RPC error. */
export class McpStatusError extends TargetDown {
  override name = 'Refused'
  readonly status: number
  readonly rpc: RpcError | null

  constructor(response: HttpResponseData, what: string) {
    const { status, reason } = response
    const rpc = errorIn(bodyText(response))
    const why = rpc ? `: ${rpcErrorText(rpc)}` : ''
    super('http_status', `the server responded to ${what} with HTTP ${`${status} ${reason}`.trim()}${why}`)
    this.status = status
    this.rpc = rpc
  }
}

export function newLink(init: Pick<Link, 'config' | 'target' | 'context' | 'masker'>): Link {
  return { ...init, trace: newTrace(), hasBegun: false, agreed: {} }
}

/** `what` names the request in messages. Throws for any status but 2xx. */
export async function send(link: Link, what: string, sending: McpRequestOptions): Promise<HttpResponseData> {
  const { authType } = link.config
  const answer = await (authType === 'oauth2_client_credentials'
    ? sendWithToken(link, sending)
    : request(link, sending, loginOf(link)))
  if (answer.status === 401) throw new LoginRequired(challengeOf(answer), authType !== 'none')
  if (answer.status < 200 || answer.status > 299) throw new McpStatusError(answer, what)
  return answer
}

function loginOf({ config }: Link): Login | null {
  return config.authType === 'bearer' ? { kind: 'bearer', token: config.bearerToken ?? '' } : null
}

async function sendWithToken(link: Link, sending: McpRequestOptions): Promise<HttpResponseData> {
  const { config, context, masker } = link
  const first = await accessToken(config, context)
  masker.add(first.token)
  const answer = await request(link, sending, { kind: 'bearer', token: first.token })
  if (answer.status !== 401 || !first.isCached) return answer
  link.hasBegun = false
  const second = await accessToken(config, context, true)
  masker.add(second.token)
  return request(link, sending, { kind: 'bearer', token: second.token })
}

async function request(link: Link, sending: McpRequestOptions, login: Login | null): Promise<HttpResponseData> {
  const { config, context, target, agreed } = link
  const trace = newTrace()
  if (!link.hasBegun) link.trace = trace
  link.hasBegun = true
  return context.net.request({
    url: target,
    ...sending,
    headers: [...(config.requestHeaders ?? []), ...ownHeaders(sending, agreed), ...(sending.headers ?? [])],
    login,
    maxRedirects,
    maxBytes: maxAnswer,
    verify: config.verifyTls,
    ipVersion: config.ipVersion,
    signal: sending.signal ?? context.signal,
    trace,
  })
}

function ownHeaders(
  { method, body }: McpRequestOptions,
  { sessionId, protocol }: Link['agreed'],
): { key: string; value: string }[] {
  const accepted = method === 'POST' ? 'application/json, text/event-stream' : 'text/event-stream'
  const headers = [{ key: 'Accept', value: accepted }]
  if (body) headers.push({ key: 'Content-Type', value: 'application/json' })
  if (protocol) headers.push({ key: 'MCP-Protocol-Version', value: protocol })
  if (sessionId) headers.push({ key: 'Mcp-Session-Id', value: sessionId })
  return headers
}

function challengeOf({ headers }: HttpResponseData): string {
  return String(headers['www-authenticate'] ?? '')
}
