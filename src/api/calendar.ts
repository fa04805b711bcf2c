// Serves on-call calendars. The address is the only credential, so it is not logged.
import type { FastifyInstance } from 'fastify'
import { Fault } from '../domain/fault.ts'
import { createMinutes } from '../domain/limits/rate-window.ts'
import { calendarOf } from '../operations/on-call/calendar.ts'
import type { Services } from '../operations/registry/services.ts'
import { type ErrorFormat, sendError, textError } from './respond.ts'
import { rateLimited } from '../operations/registry/request-budget.ts'

const perMinute = 60
const maxRemembered = 20_000

const headers = { 'x-robots-tag': 'noindex' }

export function serveCalendars(app: FastifyInstance, services: Services): void {
  const takeFrom = createMinutes(services.clock, { budget: perMinute, most: maxRemembered })
  const format: ErrorFormat = {
    log: services.log,
    event: 'calendar request failed',
    logsPath: false,
    headers: () => ({ ...headers, 'cache-control': 'no-store' }),
    body: textError,
  }
  void app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => sendError(format, error, { request, reply }))
    scope.get<{ Params: { file: string } }>('/calendar/on-call/:file', async (request, reply) => {
      const { taken, freesIn } = takeFrom(request.ip)
      if (!taken) throw rateLimited(`too many requests; try again in ${freesIn} s`, freesIn)
      const [, token] = /^([0-9a-f]{32})\.ics$/.exec(request.params.file) ?? []
      const text = token === undefined ? undefined : await calendarOf(services, token)
      if (text === undefined) throw new Fault('not_found', 'not found')
      return reply
        .headers({
          ...headers,
          'content-type': 'text/calendar; charset=utf-8',
          'cache-control': 'private, max-age=300',
          'content-disposition': 'inline; filename="on-call.ics"',
        })
        .send(text)
    })
  })
}
