import type { FastifyRequest } from 'fastify'
import { Fault } from '../domain/fault.ts'

const reading = ['GET', 'HEAD']

/**
 * What changes something has to come from our own pages: no form and no script of another site can set this header
 * without being asked first, and nobody answers such a question here.
 */
export function refuseOtherSites({ method, headers, host }: FastifyRequest, origin: string): void {
  if (reading.includes(method)) return
  if (headers['x-lapwing-csrf'] !== '1')
    throw new Fault('forbidden', 'x-lapwing-csrf: must be 1, which only our own pages can send')
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw otherSite
  if (headers.origin !== undefined && !isOurs(headers.origin, { host, origin })) throw otherSite
}

const otherSite = new Fault('forbidden', 'This came from another site; reload the page and try again')

function isOurs(from: string, { host, origin }: { host: string; origin: string }): boolean {
  return from === origin || (URL.canParse(from) && new URL(from).host === host)
}
