// The monitors that a deployment or a webhook names.
import { z } from 'zod'
import { knownMonitors } from '../../store/monitors/monitors.ts'
import type { CallerContext } from '../registry/define.ts'
import { refuseUnknownIds } from '../registry/unknown-ids.ts'

export const monitorIds = z
  .array(z.uuid().toLowerCase())
  .max(200)
  .default([])
  .meta({ description: 'These monitors are concerned too' })

export async function refuseUnknownMonitors({ db, caller }: CallerContext, ids: readonly string[]): Promise<void> {
  const known = new Set(await knownMonitors(db, caller.organization.id, [...ids]))
  refuseUnknownIds(
    'monitorIds',
    'monitor',
    ids.filter((id) => !known.has(id)),
  )
}
