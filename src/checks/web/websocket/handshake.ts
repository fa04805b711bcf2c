// The HTTP handshake of a WebSocket: the request, and whether the response accepts it.
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type ConfigOf, choice, flag, list, text } from '../../../domain/field.ts'
import { TargetDown } from '../../../domain/outcome.ts'
import type { HttpTrace } from '../../../net/http/trace.ts'
import type { Connection, HttpResponseData, Reach } from '../../../net/index.ts'
import { headers, verifyTls } from '../../fields.ts'
import type { Observations, RunContext } from '../../run.ts'
import { showAnswer } from '../evidence.ts'
import { authTypeNames, login, loginOf } from '../request-config.ts'

const subprotocol = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be a subprotocol name')

export const question = {
  requestHeaders: headers,
  subprotocols: list(subprotocol, {
    group: 'request',
    help: 'Subprotocols to offer, the preferred one first',
    maxItems: 5,
  }),
  origin: text({
    group: 'request',
    placeholder: 'https://example.com',
    help: 'Origin header of the handshake, such as https://example.com',
    maxLength: 300,
    rule: originProblem,
  }),
  authType: choice(['none', 'basic', 'bearer'], {
    labels: authTypeNames,
    label: 'Login',
    group: 'login',
    help: 'How the handshake authenticates',
    default: 'none',
  }),
  ...login,
}

export const tolerance = {
  ignoreSecWebsocketAccept: flag({
    label: 'Tolerate a wrong Sec-WebSocket-Accept',
    group: 'answer',
    help: 'Tolerate a wrong or missing Sec-WebSocket-Accept header',
    default: false,
  }),
  verifyTls,
}

type HandshakeConfig = ConfigOf<typeof question & typeof tolerance> & Pick<Reach, 'ipVersion'>

interface WebSocketHandshake {
  readonly target: URL
  readonly config: HandshakeConfig
  readonly trace: HttpTrace
}

export interface OpenedWebSocket {
  readonly connection: Connection
  /** Bytes that followed the response. */
  readonly head: Buffer
}

/** The caller destroys the connection. */
export async function openWebsocket(
  { target, config, trace }: WebSocketHandshake,
  { net, signal, observed }: RunContext,
): Promise<OpenedWebSocket> {
  const key = randomBytes(16).toString('base64')
  const response = await net.upgrade({
    url: new URL(target.href.replace(/^ws/, 'http')),
    method: 'GET',
    protocol: 'websocket',
    headers: handshakeHeaders(config, key),
    login: loginOf(config),
    verify: config.verifyTls,
    ipVersion: config.ipVersion,
    signal,
    trace,
  })
  const { connection, head } = response
  showAnswer(response, observed.evidence)
  if (!connection) throw declined(response)
  try {
    acceptAnswer(response, { key, config, observed })
    return { connection, head }
  } catch (error) {
    connection.socket.destroy()
    throw error
  }
}

function handshakeHeaders({ requestHeaders = [], subprotocols = [], origin }: HandshakeConfig, key: string) {
  const isOurs = (name: string): boolean => /^sec-websocket-(key|version|protocol|extensions|accept)$/i.test(name)
  return [
    ...requestHeaders.filter(({ key: name }) => !isOurs(name)),
    { key: 'Sec-WebSocket-Version', value: '13' },
    { key: 'Sec-WebSocket-Key', value: key },
    ...(subprotocols.length > 0 ? [{ key: 'Sec-WebSocket-Protocol', value: subprotocols.join(', ') }] : []),
    ...(origin ? [{ key: 'Origin', value: origin }] : []),
  ]
}

function declined({ status, reason }: HttpResponseData): TargetDown {
  const cause = status === 401 || status === 403 ? 'auth' : 'http_status'
  return new TargetDown(cause, `the handshake got HTTP ${`${status} ${reason}`.trim()} instead of 101`)
}

interface HandshakeExpectation {
  readonly key: string
  readonly config: HandshakeConfig
  readonly observed: Observations
}

function acceptAnswer({ headers: answered }: HttpResponseData, { key, config, observed }: HandshakeExpectation): void {
  const { subprotocols = [], ignoreSecWebsocketAccept } = config
  const expected = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  const isAccepted = answered['sec-websocket-accept'] === expected
  if (!isAccepted && !ignoreSecWebsocketAccept)
    throw new TargetDown('other', 'the Sec-WebSocket-Accept header of the response is missing or wrong')
  const chosen = answered['sec-websocket-protocol']
  if (chosen) observed.evidence.subprotocol = chosen
  if (subprotocols.length > 0)
    observed.metrics['websocket.subprotocol_match'] = subprotocols.includes(chosen ?? '') ? 1 : 0
}

function originProblem(value: string): string | null {
  return /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]+$/i.test(value) ? null : 'must be an origin such as https://example.com'
}
