// The differences between the pages of a monitor and their baseline.
import { z } from 'zod'
import { changeKinds, securityKinds } from '../../checks/web/integrity/changes.ts'
import { Fault } from '../../domain/fault.ts'
import { listPageChanges } from '../../store/checking/integrity.ts'
import { measured } from '../monitors/measurements.ts'
import { monitors } from '../monitors/monitor.ts'
import { params } from '../monitors/schema.ts'
import { defineOperation } from '../registry/define.ts'
import { listOf, listOfJson, pageByPosition, pageQuery } from '../registry/page.ts'
import { watchedPages } from './watched-pages.ts'

const integrityChange = z
  .object({
    object: z.literal('integrity_change'),
    page: z.string().meta({ example: 'https://example.com/' }),
    kind: z.enum(changeKinds).meta({ example: 'script_source' }),
    security: z
      .boolean()
      .meta({ description: 'Whether automatic acceptance requires `autoAcceptSecurity`', example: true }),
    item: z.string().meta({
      description: 'What differs: an origin, a header, a script, a keyword',
      example: 'https://cdn.example.net',
    }),
    before: z.string().nullable(),
    after: z.string().nullable().meta({ example: 'https://cdn.example.net' }),
    first_seen_at: z.iso.datetime(),
    locations: z.array(z.string()).meta({ description: 'Names of the locations that see it', example: ['Frankfurt'] }),
  })
  .meta({ id: 'IntegrityChange' })

export const listIntegrityChanges = defineOperation({
  id: 'listIntegrityChanges',
  method: 'GET',
  path: '/monitors/{id}/integrity/changes',
  tag: 'Monitors',
  summary: 'List the differences between the pages of an integrity monitor and their baseline',
  description: 'Newest first, without accepted and reverted changes. For monitors of other types the response is 404.',
  params,
  query: pageQuery,
  responses: { 200: { description: 'What differs', schema: listOf(integrityChange) } },
  async handle({ params, query }, context) {
    const { db } = context
    const monitor = await monitors.find(context, params)
    const pages = watchedPages(monitor)
    if (!pages) throw new Fault('not_found', `This monitor is of type ${monitor.type}, which compares no pages`)
    const { monitorNumber } = await measured(context, params.id)
    const found = await pageByPosition(query, context, {
      list: `integrity changes ${params.id}`,
      rows: (after, limit) =>
        listPageChanges(db, monitorNumber, {
          pages,
          security: securityKinds,
          after: after && { firstSeenAt: after[0] ?? '', key: after[1] ?? '' },
          limit,
        }),
      position: ({ firstSeenAt, key }) => [firstSeenAt, key],
    })
    return listOfJson(found)
  },
})
