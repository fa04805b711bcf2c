// Validates the addresses of channels when they are saved. Hostnames are checked again when they are resolved.
import { isIP } from 'node:net'
import { createPolicy } from '../../net/policy.ts'

export interface ChannelReach {
  readonly allowPrivate: boolean
  /** Public URL of this installation; null if unknown. */
  readonly origin: string | null
}

/** Keys that decide which server receives the messages and the secrets. */
export const addressKeys: readonly string[] = ['url', 'host', 'port', 'secure', 'oauthTokenUrl']

const urlKeys = ['url', 'oauthTokenUrl']

/** Each problem is `config.key: rule`. The address may be secret, so a problem repeats only its host. */
export function addressProblems(values: Readonly<Record<string, unknown>>, reach: ChannelReach): string[] {
  return urlKeys.flatMap((key) => {
    const url = values[key]
    const problem = typeof url === 'string' ? problemOf(url, reach) : null
    return problem === null ? [] : [`config.${key}: ${problem}`]
  })
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

/** With private targets allowed, another port may be another service; otherwise the whole hostname is ours. */
function isOurs(url: URL, own: URL, allowPrivate: boolean): boolean {
  return url.host === own.host || (!allowPrivate && url.hostname === own.hostname)
}
