// Contact methods of the provision file. Those removed from the file are deleted; those created in the dashboard stay.
import { deleteOtherProvisionedMethods, lockProvisionedMethod } from '../../store/on-call/contact-methods.ts'
import type { Database } from '../../store/database/database.ts'
import { channelSeverities } from '../../store/notifications/channels.ts'
import { saveChannelConfig, kindOf } from '../channels/config.ts'
import type { ProvisionedMethod } from './people-schema.ts'
import { type OrganizationProvision, saveChannel, refuseAddresses } from './people.ts'

/** Returns whether anything changed. */
export async function applyContactMethods(
  tx: Database,
  methods: readonly ProvisionedMethod[],
  of: OrganizationProvision & { readonly userId: string },
): Promise<boolean> {
  const kept: number[] = []
  let changed = false
  for (const [index, { name, type, config }] of methods.entries()) {
    refuseAddresses(config, { ...of, path: `${of.path}[${index}]` })
    const before = await lockProvisionedMethod(tx, of, name)
    const draft = { name, type, enabled: true, isDefault: false, severityFilter: [...channelSeverities] }
    const put = await saveChannel(
      tx,
      { before, draft, wanted: saveChannelConfig(kindOf(type), config), userId: of.userId },
      of,
    )
    kept.push(put.id)
    changed ||= put.changed
  }
  return (await deleteOtherProvisionedMethods(tx, of, kept)) > 0 || changed
}
