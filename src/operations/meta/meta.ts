import { z } from 'zod'
import { catalog, catalogEntry } from './catalog.ts'
import { JsonText, defineOperation, ok } from '../registry/define.ts'
import type { Services } from '../registry/services.ts'

const cached = { 'cache-control': 'public, max-age=300' }

export const getOpenapi = defineOperation({
  id: 'getOpenapi',
  method: 'GET',
  path: '/openapi.json',
  access: 'none',
  tag: 'Meta',
  summary: 'Get this description',
  description: 'OpenAPI 3.1, generated from the definitions that serve the requests.',
  responses: {
    200: {
      description: 'The OpenAPI 3.1 description',
      schema: z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) }),
      example: { openapi: '3.1.0', info: { title: 'Lapwing', version: 'v1' }, paths: {} },
    },
  },
  handle: async (_input, { services }) => ({ status: 200, body: new JsonText(services.openapi()), headers: cached }),
})

export const listMonitorTypes = defineOperation({
  id: 'listMonitorTypes',
  method: 'GET',
  path: '/meta/monitor-types',
  access: 'none',
  tag: 'Meta',
  summary: 'List all monitor types with targets, config keys, metrics and default rules',
  responses: {
    200: {
      description: 'The catalog',
      schema: z.object({ object: z.literal('list'), data: z.array(catalogEntry), has_more: z.boolean() }),
      example: { data: catalog(({ minIntervalSeconds }) => minIntervalSeconds).slice(0, 1) },
    },
  },
  handle: async (_input, { services }) => ({ ...ok(catalogText(services)), headers: cached }),
})

const written = new WeakMap<Services, JsonText>()

/** Cached, because it is large and the same for every request. */
function catalogText(services: Services): JsonText {
  const known = written.get(services)
  if (known) return known
  const text = new JsonText(
    JSON.stringify({ object: 'list', data: catalog(services.intervalFloorOf), has_more: false }),
  )
  written.set(services, text)
  return text
}
