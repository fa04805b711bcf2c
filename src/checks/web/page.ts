// Requests the page of a check, for types that inspect one.
import { TargetDown } from '../../domain/outcome.ts'
import { newTrace } from '../../net/http/trace.ts'
import type { HttpResponseData } from '../../net/index.ts'
import type { RunContext } from '../run.ts'
import { showTrace } from './evidence.ts'

interface PageFetch {
  readonly url: URL
  readonly ipVersion: 'any' | 'ip4' | 'ip6'
  readonly maxBytes: number
  readonly keepBytes?: number
  /** The Accept-Encoding header; not sent by default. */
  readonly acceptEncoding?: string
}

const maxRedirects = 10

/** Follows redirects and records evidence. Accepts any status. */
export async function requestPage(page: PageFetch, { net, signal, observed }: RunContext): Promise<HttpResponseData> {
  const { acceptEncoding, ...request } = page
  const headers = acceptEncoding === undefined ? [] : [{ key: 'Accept-Encoding', value: acceptEncoding }]
  const trace = newTrace()
  try {
    const response = await net.request({
      ...request,
      method: 'GET',
      headers,
      maxRedirects,
      verify: true,
      signal,
      trace,
    })
    observed.evidence.protocol = `HTTP/${response.httpVersion}`
    observed.evidence.status = `${response.status} ${response.reason}`.trim()
    return response
  } finally {
    observed.statusCode = trace.status
    showTrace(trace, observed.evidence)
  }
}

/** An error page says nothing about the site. */
export function refuseErrorPage({ status, reason }: HttpResponseData): void {
  if (status >= 400) throw new TargetDown('http_status', `the page responded with HTTP ${status} ${reason}`.trim())
}
