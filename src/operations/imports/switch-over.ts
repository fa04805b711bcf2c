// Ends the shadow mode of all monitors of an import.
import { z } from 'zod'
import { importedMonitors } from '../../store/monitors/imported-monitors.ts'
import { lockMonitors } from '../../store/monitors/monitors.ts'
import { monitors } from '../monitors/monitor.ts'
import { changeOf } from '../monitors/update.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { source } from './schema.ts'

const body = z.strictObject({ source }).meta({ id: 'ImportSwitchRequest' })

const result = z
  .object({
    object: z.literal('import_switch'),
    source,
    switched: z.array(z.uuid()).meta({ description: 'The monitors that were in shadow mode' }),
  })
  .meta({ id: 'ImportSwitch' })

export const switchOverImport = defineOperation({
  id: 'switchOverImport',
  method: 'POST',
  path: '/monitors/import/switch-over',
  tag: 'Import',
  summary: 'End the shadow mode of all monitors that were imported from a tool',
  description:
    'Incidents that are still open are announced within a minute. To switch over a single monitor, set its `shadow` to ' +
    'false.',
  body,
  bodyExample: { source: 'kuma' },
  responses: { 200: { description: 'The monitors that now send alerts', schema: result } },
  async handle({ body }, context) {
    const { db, caller } = context
    const imported = await importedMonitors(db, caller.organization.id, body.source)
    const ids = imported.filter(({ shadow }) => shadow).map(({ id }) => id)
    const locked = (await lockMonitors(db, caller.organization.id, ids)).filter(({ shadow }) => shadow)
    for (const monitor of locked) {
      const { changes, write } = await changeOf(monitor, { shadow: false }, context)
      monitors.record(context, 'monitor.updated', await write(), changes)
    }
    return ok({ object: 'import_switch', source: body.source, switched: locked.map(({ id }) => id) })
  },
})
