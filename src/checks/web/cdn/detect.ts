// Detects the CDN of a response: by its headers, which every edge sends; else by its CNAMEs; else by its certificate.
import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { TargetDown } from '../../../domain/outcome.ts'
import type { HttpResponseData, Reach } from '../../../net/index.ts'
import type { RunContext } from '../../run.ts'
import { type Provider, providers } from './providers.ts'

export interface DetectedCdn {
  readonly provider: Provider
  /** The evidence for it. */
  readonly seenBy: string
}

type CdnLookupContext = Pick<RunContext, 'net' | 'signal'> & Reach

/** Length of a CNAME chain. */
const maxCnames = 5

export async function detectProvider(
  response: HttpResponseData,
  around: CdnLookupContext,
): Promise<DetectedCdn | null> {
  const byHeaders = fromHeaders(response.headers)
  if (byHeaders) return byHeaders
  const { hostname } = response.url
  return (await fromNames(hostname, around)) ?? fromCertificate(response.trace.certificate)
}

export function fromHeaders(headers: HttpResponseData['headers']): DetectedCdn | null {
  for (const provider of providers)
    for (const [name, pattern] of Object.entries(provider.headers)) {
      const value = headers[name]
      if (value === undefined || (pattern !== true && !pattern.test(String(value)))) continue
      return { provider, seenBy: `header ${name}: ${String(value).slice(0, 100)}` }
    }
  return null
}

async function fromNames(host: string, around: CdnLookupContext): Promise<DetectedCdn | null> {
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return null
  let name = host
  for (let step = 0; step <= maxCnames; step++) {
    const provider = byDomain(name)
    if (provider) return { provider, seenBy: name === host ? `name ${name}` : `CNAME ${name}` }
    const next = await cnameOf(name, around)
    if (next === null) return null
    name = next
  }
  return null
}

/** If DNS fails here, the asset itself has still loaded. */
async function cnameOf(name: string, { net, signal, ipVersion }: CdnLookupContext): Promise<string | null> {
  try {
    const { records } = await net.query({ name, type: 'CNAME', ipVersion, signal })
    return records[0] ?? null
  } catch (error) {
    if (signal.aborted || !(error instanceof TargetDown)) throw error
    return null
  }
}

export function fromCertificate(
  certificate: Pick<X509Certificate, 'subject' | 'subjectAltName'> | null,
): DetectedCdn | null {
  if (!certificate) return null
  const own = /^CN=(.*)$/m.exec(certificate.subject)?.[1]
  const names = (certificate.subjectAltName ?? '').split(', ').map((name) => name.replace(/^DNS:/, ''))
  for (const name of [...(own ? [own] : []), ...names].slice(0, 200)) {
    const provider = byDomain(name)
    if (provider) return { provider, seenBy: `certificate for ${name.slice(0, 100)}` }
  }
  return null
}

function byDomain(name: string): Provider | undefined {
  const lower = name.toLowerCase().replace(/\.$/, '')
  return providers.find(({ domains }) => domains.some((domain) => lower === domain || lower.endsWith(`.${domain}`)))
}
