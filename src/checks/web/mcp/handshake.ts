// What the handshakes of all protocol revisions have in common.
import { TargetDown } from '../../../domain/outcome.ts'
import { isObject } from '../json/values.ts'
import { McpStatusError } from './link.ts'
import { type Members, NotJsonRpc, type RpcError, rpcErrorText } from './messages.ts'
import type { McpSession } from './requests.ts'

export const clientInfo = { name: 'Lapwing', version: '1' }

const unsupportedVersion = -32_022
const maxVersions = 20

export interface McpHandshake {
  readonly session: McpSession
  /** The revision that is spoken. */
  readonly protocol: string
  /** All revisions that the server agreed to. */
  readonly versions: readonly string[]
  readonly serverInfo: Members
}

/** The server responded in JSON-RPC, but not with a session. */
export class HandshakeRefused extends TargetDown {
  override name = 'HandshakeRefused'
  readonly rpc: RpcError | null

  constructor(message: string, rpc: RpcError | null = null) {
    super('content', rpc ? `${message}: ${rpcErrorText(rpc)}${supportedText(rpc)}` : message)
    this.rpc = rpc
  }
}

type HandshakeFailure = HandshakeRefused | McpStatusError | NotJsonRpc

/** Whether another handshake may succeed: the server responds, but does not know this one. */
export function isHandshakeFailure(error: unknown): error is HandshakeFailure {
  return error instanceof HandshakeRefused || error instanceof McpStatusError || error instanceof NotJsonRpc
}

export function isUnsupportedVersion(error: HandshakeFailure): boolean {
  return 'rpc' in error && error.rpc?.code === unsupportedVersion
}

/** Versions are sent in headers: anything else is not one. */
export function isVersion(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,50}$/.test(value)
}

function supportedText({ code, data }: RpcError): string {
  const versions = code === unsupportedVersion && isObject(data) ? data['supported'] : null
  const listed = Array.isArray(versions) ? versions.filter(isVersion).slice(0, maxVersions) : []
  return listed.length > 0 ? `. It supports ${listed.join(', ')}` : ''
}
