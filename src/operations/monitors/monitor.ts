// Monitors as a resource. The database writes them as they are shown.
import { holdMonitor, showMonitor } from '../../store/monitors/monitors.ts'
import { type CallerContext, JsonText } from '../registry/define.ts'
import { defineResource } from '../registry/resource.ts'
import { example, monitor, params } from './schema.ts'

export const monitors = defineResource({
  object: 'monitor',
  noun: 'monitor',
  tag: 'Monitors',
  path: '/monitors',
  params,
  one: { description: 'The monitor', schema: monitor, example },
  find: ({ db, caller, services }, { id }) =>
    showMonitor(db, { organizationId: caller.organization.id, origin: services.origin() }, id),
  hold: ({ db, caller }, { id }) => holdMonitor(db, caller.organization.id, id),
  show: ({ json }) => new JsonText(json),
})

/** The monitor as every answer but the single read shows it. */
export async function monitorText(context: CallerContext, id: string): Promise<JsonText> {
  return new JsonText((await monitors.found(context, { id })).json)
}
