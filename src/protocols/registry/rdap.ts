// Queries an RDAP server.
import { TargetDown } from '../../domain/outcome.ts'
import type { HttpResponseData, Net, Reach } from '../../net/index.ts'
import { readRdap } from './rdap-answer.ts'
import { RequestTooLarge, retryAfterMs } from './refused.ts'
import { type Registration, free } from './registration.ts'

const maxBytes = 1_048_576

export interface RdapContext extends Reach {
  readonly net: Net
  readonly now: Date
}

export async function queryRdap(
  server: string,
  domain: string,
  { net, now, ...reach }: RdapContext,
): Promise<Registration> {
  const url = new URL(`domain/${domain}`, server.endsWith('/') ? server : `${server}/`)
  const response = await getJson(net, url, reach)
  if (response.status === 429 || (response.status === 503 && response.headers['retry-after'] !== undefined))
    throw new RequestTooLarge(
      `${url.host} does not want more questions for now (${response.status})`,
      retryAfterMs(response.headers['retry-after'], now),
    )
  if (response.status === 404 && !isPage(response)) return free
  if (response.status !== 200)
    throw new TargetDown('http_status', `${url.host} answered ${response.status} for ${domain}`)
  const registration = readRdap(jsonOf(response), domain)
  if (registration === null) throw new TargetDown('content', `${url.host} sent no RDAP answer about ${domain}`)
  return registration
}

export function getJson(net: Net, url: URL, reach: Reach): Promise<HttpResponseData> {
  const headers = [
    { key: 'Accept', value: 'application/rdap+json, application/json' },
    { key: 'User-Agent', value: 'Lapwing' },
  ]
  return net.request({ ...reach, url, method: 'GET', headers, maxRedirects: 3, maxBytes, verify: true })
}

export function jsonOf({ body, isCut }: HttpResponseData): unknown {
  if (isCut) return null
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}

/** A 404 page for people says nothing about a domain. */
const isPage = ({ headers, body }: HttpResponseData): boolean =>
  /html/i.test(headers['content-type'] ?? '') || /^\s*</.test(body.subarray(0, 100).toString('latin1'))
