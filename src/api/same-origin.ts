import type { FastifyRequest } from 'fastify'
import { Fault } from '../domain/fault.ts'

const reading = ['GET', 'HEAD']

/**
 * Accepts writes only from our own pages: forms and scripts of other sites cannot set this header without a CORS
 * preflight, which fails here.
 */
export function refuseOtherSites({ method, headers, host }: FastifyRequest, origin: string): void {
  if (reading.includes(method)) return
  if (headers['x-lapwing-csrf'] !== '1') throw new Fault('forbidden', 'x-lapwing-csrf: must be 1')
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw otherSite
  if (headers.origin !== undefined && !isOurs(headers.origin, { host, origin })) throw otherSite
}

const otherSite = new Fault('forbidden', 'The request came from another site; reload the page and try again')

function isOurs(from: string, { host, origin }: { host: string; origin: string }): boolean {
  return from === origin || (URL.canParse(from) && new URL(from).host === host)
}
