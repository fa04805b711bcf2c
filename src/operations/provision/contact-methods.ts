// Contact methods of the provision file. Those removed from the file are deleted; those created in the dashboard stay.
import { isDeepStrictEqual } from 'node:util'
import { addressProblems } from '../../channels/shared/address.ts'
import { secretContext } from '../../channels/shared/secrets.ts'
import { openForChange, sealSecrets } from '../../domain/stored-config.ts'
import { deleteOtherProvisionedMethods, lockProvisionedMethod } from '../../store/on-call/contact-methods.ts'
import type { Database } from '../../store/database/database.ts'
import {
  type Channel,
  addChannel,
  changeChannel,
  channelSeverities,
  newChannelId,
} from '../../store/notifications/channels.ts'
import { kindOf, mask, saveChannelConfig } from '../channels/config.ts'
import { BadProvision, type OrganizationProvision } from './context.ts'
import type { ProvisionedMethod } from './people-schema.ts'

type UserProvision = OrganizationProvision & { readonly userId: string }

/** Returns whether anything changed. */
export async function applyContactMethods(
  tx: Database,
  methods: readonly ProvisionedMethod[],
  of: UserProvision,
): Promise<boolean> {
  const kept: number[] = []
  let changed = false
  for (const [index, method] of methods.entries()) {
    const put = await putMethod(tx, method, { ...of, path: `${of.path}[${index}]` })
    kept.push(put.id)
    changed ||= put.changed
  }
  return (await deleteOtherProvisionedMethods(tx, of, kept)) > 0 || changed
}

async function putMethod(
  tx: Database,
  { name, type, config }: ProvisionedMethod,
  { organizationId, userId, now, services, path }: UserProvision,
): Promise<{ id: number; changed: boolean }> {
  const { vault, allowPrivateTargets: allowPrivate, origin } = services
  const problems = addressProblems(config, { allowPrivate, origin: origin() })
  if (problems.length > 0) throw new BadProvision(problems.map((problem) => `${path}.${problem}`).join('; '))
  const wanted = saveChannelConfig(kindOf(type), config)
  const before = await lockProvisionedMethod(tx, { organizationId, userId }, name)
  const id = before?.id ?? (await newChannelId(tx))
  const context = secretContext(id)
  // The file has the secrets, so those that cannot be decrypted are replaced.
  const opened = before && openForChange(kindOf(before.type), vault, { ...before, context, mask })
  const sameSecrets = opened && !opened.lost && isDeepStrictEqual(opened.secrets, wanted.secrets)
  const after: Channel = {
    id,
    name,
    type,
    enabled: true,
    isDefault: false,
    severityFilter: [...channelSeverities],
    config: wanted.config,
    secrets: sameSecrets ? before.secrets : sealSecrets(vault, context, wanted),
    fallbackChannelId: null,
  }
  if (isDeepStrictEqual(before, after)) return { id, changed: false }
  if (before) await changeChannel(tx, organizationId, { channel: after, now })
  else await addChannel(tx, organizationId, { channel: after, provisioned: true, userId, now })
  return { id, changed: true }
}
