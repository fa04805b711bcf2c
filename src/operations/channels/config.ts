// Validates and stores the config of a channel.
import { isDeepStrictEqual } from 'node:util'
import { type ChannelReach, addressProblems, addressKeys } from '../../channels/shared/address.ts'
import { type ChannelKind, channelProblems } from '../../channels/define.ts'
import { channelKind, channelKinds } from '../../channels/index.ts'
import { Fault } from '../../domain/fault.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import type { OrganizationContext } from '../registry/define.ts'
import {
  type StoredConfig,
  effective,
  mergeStored,
  splitSecrets,
  unsentLostSecrets,
  unsentSecrets,
} from '../../domain/stored-config.ts'
import type { Services } from '../registry/services.ts'
import { referenceProblems } from '../registry/references.ts'

export const mask = '__redacted__'

export function kindOf(type: string): ChannelKind {
  const kind = channelKind(type)
  if (kind) return kind
  throw new Fault(
    'invalid_request',
    `type: Invalid value. Allowed values: ${channelKinds.map((known) => known.type).join(', ')}`,
  )
}

/** New channels use the installation's mail server, if there is one and they name none. */
export function withInstallationMail(
  { installationMail: choice }: ChannelKind,
  sent: MonitorConfig,
  { mail }: Pick<Services, 'mail'>,
): MonitorConfig {
  if (!choice || !mail || choice.key in sent || choice.unless in sent) return sent
  return { ...sent, [choice.key]: choice.value }
}

export function saveChannelConfig(kind: ChannelKind, values: MonitorConfig): StoredConfig {
  return splitSecrets(kind, { contact_group_ids: [], ...values }, mask)
}

/** Merges a sent config with the stored one, if any, and validates the result. */
export async function mergedConfig(
  context: OrganizationContext,
  kind: ChannelKind,
  { stored, sent }: { stored: StoredConfig; sent: MonitorConfig },
): Promise<StoredConfig> {
  refuse(unsentLostSecrets(kind, stored, { sent, mask }))
  const values = mergeStored(kind, stored, { sent, mask })
  await validateConfig(context, kind, values)
  refuseStaleSecrets(kind, { stored, values, sent })
  return saveChannelConfig(kind, values)
}

/** Throws if a config, including its secrets, is invalid. */
export async function validateConfig(
  context: OrganizationContext,
  kind: ChannelKind,
  values: MonitorConfig,
): Promise<void> {
  const { services } = context
  const reach: ChannelReach = { allowPrivate: services.allowPrivateTargets, origin: services.origin() }
  const found = [...channelProblems(kind, values), ...mailProblems(kind, values, services)]
  refuse(found.length > 0 ? found : addressProblems(values, reach))
  refuse(await referenceProblems(context, kind, values))
}

function mailProblems({ installationMail: choice }: ChannelKind, values: MonitorConfig, { mail }: Services): string[] {
  if (!choice || mail || values[choice.key] !== choice.value) return []
  return [`config.${choice.key}: This installation has no mail server; its operator sets LAPWING_MAIL_URL`]
}

/** A stored secret is only sent to the server it was entered for; another address requires the secret again. */
function refuseStaleSecrets(
  kind: ChannelKind,
  { stored, values, sent }: { stored: StoredConfig; values: MonitorConfig; sent: MonitorConfig },
): void {
  const before: MonitorConfig = { ...stored.config, ...stored.secrets }
  const moved = addressKeys.filter(
    (key) => !isDeepStrictEqual(effective(kind, before, key), effective(kind, values, key)),
  )
  if (moved.length === 0) return
  const others = kind.secrets.filter((key) => !addressKeys.includes(key))
  refuse(unsentSecrets(kind, others, { stored, merged: values, sent, mask, causes: moved }))
}

function refuse(problems: string[]): void {
  if (problems.length > 0) throw new Fault('invalid_request', problems)
}
