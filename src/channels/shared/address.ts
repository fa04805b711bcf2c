// Where a channel may send, as far as that shows when it is saved. Names are judged again when they are resolved.
import { isIP } from 'node:net'
import { createPolicy } from '../../net/policy.ts'

export interface ChannelReach {
  readonly allowPrivate: boolean
  /** Where this installation is reached itself; null where that is not known. */
  readonly origin: string | null
}

/** Keys that decide which server gets the messages, and with them the secrets. */
export const addressKeys: readonly string[] = ['url', 'host', 'port', 'secure']

/** Each problem is `config.key: rule`. The address itself may be a secret, so that only its host is repeated. */
export function addressProblems({ url }: Readonly<Record<string, unknown>>, reach: ChannelReach): string[] {
  const problem = typeof url === 'string' ? problemOf(url, reach) : null
  return problem === null ? [] : [`config.url: ${problem}`]
}

function problemOf(address: string, { allowPrivate, origin }: ChannelReach): string | null {
  const url = URL.parse(address)
  const fits = url && (url.protocol === 'https:' || (allowPrivate && url.protocol === 'http:'))
  if (!fits) return allowPrivate ? 'must be an https:// or http:// URL' : 'must be an https:// URL'
  if (origin !== null && isOurs(url, new URL(origin), allowPrivate)) return 'must not lead back to Lapwing itself'
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0) return createPolicy({ allowPrivate }).refusal(host)
  if (!allowPrivate && /^(.*\.)?localhost$/.test(host))
    return `${host} is the server itself, which is reached only where LAPWING_ALLOW_PRIVATE_TARGETS is on`
  return null
}

/** On a machine of one's own the next port is another service; on the Internet the whole name is ours. */
function isOurs(url: URL, own: URL, allowPrivate: boolean): boolean {
  return url.host === own.host || (!allowPrivate && url.hostname === own.hostname)
}
