// Requests to the APIs of other tools while monitors are imported from them.
import type { Clock } from '../domain/clock.ts'
import { Fault } from '../domain/fault.ts'
import { parseJson } from '../domain/limits/json-limits.ts'
import { withTimeLimit } from '../domain/limits/time-limit.ts'
import { TargetDown } from '../domain/outcome.ts'
import type { SendVendorRequest, VendorRequest } from '../importers/source.ts'
import { type HttpResponseData, createNet } from '../net/index.ts'
import { createPolicy } from '../net/policy.ts'

const requestTimeoutMs = 20_000
const maxResponseBytes = 8 * 1024 * 1024
const responseLimits = { maxValues: 200_000, maxDepth: 64 }

/** Redirects are not followed, because the key would go with them. */
export function createVendorRequests(clock: Clock, allowPrivate: boolean): SendVendorRequest {
  const net = createNet({ policy: createPolicy({ allowPrivate }), clock })
  return async (request) => {
    const url = new URL(request.url)
    const response = await withTimeLimit({ clock, ms: requestTimeoutMs }, (signal) =>
      net.request({
        url,
        method: request.method ?? 'GET',
        headers: headersOf(request),
        ...(request.body !== undefined && { body: request.body }),
        maxRedirects: 0,
        verify: true,
        maxBytes: maxResponseBytes,
        ipVersion: 'any',
        signal,
      }),
    ).catch((error: unknown) => {
      if (!(error instanceof TargetDown)) throw error
      throw new Fault('invalid_request', `Couldn't reach ${url.host}: ${error.message}`)
    })
    return jsonOf(response, url.host)
  }
}

const headersOf = ({ headers }: VendorRequest) =>
  Object.entries({ accept: 'application/json', ...headers }).map(([key, value]) => ({ key, value }))

function jsonOf({ status, body, isCut }: HttpResponseData, host: string): unknown {
  if (status === 401 || status === 403)
    throw new Fault('invalid_request', `credentials.apiKey: ${host} does not accept this key (HTTP ${status})`)
  if (status === 429)
    throw new Fault('rate_limited', `${host} limits requests; try again later`, { 'retry-after': '60' })
  if (status !== 200) throw new Fault('invalid_request', `${host} responded with HTTP ${status} instead of 200`)
  if (isCut) throw new Fault('invalid_request', `The response of ${host} is larger than 8 MiB`)
  try {
    return parseJson(body, responseLimits)
  } catch (error) {
    throw new Fault('invalid_request', `The response of ${host} cannot be read: ${(error as Error).message}`)
  }
}
