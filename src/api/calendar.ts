// Where calendars are read: no key but the address itself, and no word of an address in the log.
import type { FastifyInstance } from 'fastify'
import { createMinutes } from '../domain/limits/rate-window.ts'
import { calendarOf } from '../operations/on-call/calendar.ts'
import type { Services } from '../operations/registry/services.ts'

const perMinute = 60
const maxRemembered = 20_000

const headers = { 'x-robots-tag': 'noindex' }
const plain = { ...headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }

export function serveCalendars(app: FastifyInstance, services: Services): void {
  const takeFrom = createMinutes(services.clock, { budget: perMinute, most: maxRemembered })

  app.get<{ Params: { file: string } }>('/calendar/on-call/:file', async (request, reply) => {
    const { taken, freesIn } = takeFrom(request.ip)
    if (!taken)
      return reply
        .code(429)
        .headers({ ...plain, 'retry-after': String(freesIn) })
        .send(`try again in ${freesIn} s`)
    const [, token] = /^([0-9a-f]{32})\.ics$/.exec(request.params.file) ?? []
    const text = token === undefined ? undefined : await calendarOf(services, token)
    if (text === undefined) return reply.code(404).headers(plain).send('not found')
    return reply
      .headers({ ...headers, 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, max-age=300' })
      .header('content-disposition', 'inline; filename="on-call.ics"')
      .send(text)
  })
}
