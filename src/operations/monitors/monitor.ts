// Monitors as a resource, and their JSON.
import { findCheck } from '../../checks/index.ts'
import { openToken } from '../../domain/address-token.ts'
import { shownConfig, mask } from '../../domain/stored-config.ts'
import { openReadable } from '../../domain/vault.ts'
import { lockMonitor } from '../../store/monitors/monitors.ts'
import { type MonitorDetails, showMonitor } from '../../store/monitors/shown-monitors.ts'
import { type CallerContext, JsonText } from '../registry/define.ts'
import { defineResource } from '../registry/resource.ts'
import { monitor, params } from './schema.ts'

export const monitors = defineResource({
  object: 'monitor',
  noun: 'monitor',
  tag: 'Monitors',
  path: '/monitors',
  params,
  one: { description: 'The monitor', schema: monitor },
  find: ({ db, caller }, { id }) => showMonitor(db, caller.organization.id, id),
  lock: ({ db, caller }, { id }) => lockMonitor(db, caller.organization.id, id),
  show: (row, context) => new JsonText(monitorJson(row, context)),
})

/** The JSON of a monitor in all responses except the single read. */
export async function monitorText(context: CallerContext, id: string): Promise<JsonText> {
  return new JsonText(monitorJson(await monitors.find(context, { id }), context))
}

export function monitorJson(row: MonitorDetails, context: CallerContext): string {
  const [target, config] = [JSON.stringify(targetOf(row, context)), JSON.stringify(configOf(row, context))]
  return `${row.json.slice(0, -1)},"target":${target},"config":${config}}`
}

/** Anyone who has the address of a heartbeat can check in, so read keys do not see it. */
function targetOf({ id, target, pingToken }: MonitorDetails, { caller, services }: CallerContext): string {
  if (pingToken === null) return target
  if (caller.credential.scope !== 'write') return mask
  const token = openToken(services.vault, { organizationId: caller.organization.id, monitorId: id }, pingToken)
  return token === null ? mask : `${services.origin()}/ping/${token}`
}

function configOf({ id, type, config, secrets }: MonitorDetails, { services }: CallerContext): object {
  const check = findCheck(type)
  if (!check || !Object.keys(config).some((key) => check.config[key]?.partlySecret)) return config
  const opened = secrets && openReadable(services.vault, secrets, id)
  return shownConfig(check, { config, secrets: opened ? (JSON.parse(opened) as Record<string, unknown>) : {} }, mask)
}
