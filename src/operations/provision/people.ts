// Contacts, groups and channels of the provision file. Those removed from the file are deleted if it created them.
import { isDeepStrictEqual } from 'node:util'
import { type ChannelReach, addressProblems } from '../../channels/shared/address.ts'
import { secretContext } from '../../channels/shared/secrets.ts'
import type { Log } from '../../domain/log.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import { type Vault, SecretUnreadable } from '../../domain/vault.ts'
import {
  deleteGroup,
  groupOfName,
  lockGroup,
  makeDefault,
  otherProvisionedGroups,
  putProvisionedGroup,
} from '../../store/notifications/contact-groups.ts'
import {
  contactOfEmail,
  deleteOtherProvisionedContacts,
  putProvisionedContact,
  setMembersOfGroup,
} from '../../store/notifications/contacts.ts'
import type { Database } from '../../store/database/database.ts'
import {
  type Channel,
  addChannel,
  changeChannel,
  deleteOtherProvisionedChannels,
  lockProvisionedChannel,
  newChannelId,
} from '../../store/notifications/channels.ts'
import { saveChannelConfig, kindOf } from '../channels/config.ts'
import { type StoredConfig, openSecrets, sealSecrets } from '../../domain/stored-config.ts'
import type { ProvisionedChannel, ProvisionedContact, ProvisionedGroup } from './people-schema.ts'
import { BadProvision } from './read.ts'

export interface People {
  readonly contacts: readonly ProvisionedContact[]
  readonly contactGroups: readonly ProvisionedGroup[]
  readonly channels: readonly ProvisionedChannel[]
}

export interface ProvisionContext {
  readonly now: Date
  readonly vault: Vault
  readonly reach: ChannelReach
  readonly log?: Log
}

export interface OrganizationProvision extends ProvisionContext {
  readonly organizationId: string
  /** Path of the organization in the file. */
  readonly path: string
}

/** Returns whether anything changed. */
export async function applyPeople(tx: Database, people: People, of: OrganizationProvision): Promise<boolean> {
  const contacts = await applyContacts(tx, people.contacts, of)
  const groups = await applyGroups(tx, people.contactGroups, of)
  const channels = await applyChannels(tx, people.channels, of)
  const removed = await dropOthers(tx, of, { contacts: contacts.kept, groups: groups.kept, channels: channels.kept })
  return contacts.changed || groups.changed || channels.changed || removed
}

interface AppliedObjects<Id> {
  kept: Id[]
  changed: boolean
}

async function applyContacts(
  tx: Database,
  contacts: People['contacts'],
  { organizationId, now }: OrganizationProvision,
): Promise<AppliedObjects<string>> {
  const applied: AppliedObjects<string> = { kept: [], changed: false }
  for (const { name, email, phone = null } of contacts) {
    const put = await putProvisionedContact(tx, organizationId, { name, email, phone }, now)
    applied.kept.push(put.id)
    applied.changed ||= put.changed
  }
  return applied
}

async function applyGroups(
  tx: Database,
  groups: People['contactGroups'],
  of: OrganizationProvision,
): Promise<AppliedObjects<string>> {
  const { organizationId, now } = of
  const applied: AppliedObjects<string> = { kept: [], changed: false }
  for (const [index, group] of groups.entries()) {
    const { name, description = null, members } = group
    const put = await putProvisionedGroup(tx, organizationId, { name, description }, now)
    const ids = members && (await idsOf(tx, members, { ...of, path: `${of.path}.contactGroups[${index}].members` }))
    const moved = ids !== undefined && (await setMembersOfGroup(tx, organizationId, put.id, ids))
    const promoted = group.default && (await makeDefault(tx, { organizationId, id: put.id, now }))
    applied.kept.push(put.id)
    applied.changed ||= put.changed || moved || promoted
  }
  return applied
}

async function idsOf(
  tx: Database,
  emails: readonly string[],
  { organizationId, path }: OrganizationProvision,
): Promise<string[]> {
  const ids: string[] = []
  for (const [index, email] of emails.entries()) {
    const contact = await contactOfEmail(tx, organizationId, email)
    if (!contact) throw new BadProvision(`${path}[${index}]: no contact has the email address ${email}`)
    ids.push(contact.id)
  }
  return ids
}

async function applyChannels(
  tx: Database,
  channels: People['channels'],
  of: OrganizationProvision,
): Promise<AppliedObjects<number>> {
  const applied: AppliedObjects<number> = { kept: [], changed: false }
  for (const [index, channel] of channels.entries()) {
    const put = await putChannel(tx, channel, { ...of, path: `${of.path}.channels[${index}]` })
    applied.kept.push(put.id)
    applied.changed ||= put.changed
  }
  return applied
}

async function putChannel(
  tx: Database,
  channel: ProvisionedChannel,
  of: OrganizationProvision,
): Promise<{ id: number; changed: boolean }> {
  const wanted = await configOf(tx, channel, of)
  const before = await lockProvisionedChannel(tx, of.organizationId, channel.name)
  const { name, type, enabled, default: isDefault, severities: severityFilter } = channel
  return saveChannel(tx, { before, draft: { name, type, enabled, isDefault, severityFilter }, wanted }, of)
}

interface Wish {
  readonly before: Channel | undefined
  readonly draft: Pick<Channel, 'name' | 'type' | 'enabled' | 'isDefault' | 'severityFilter'>
  readonly wanted: StoredConfig
  /** Its user. */
  readonly userId?: string
}

/** Creates or updates a channel. */
export async function saveChannel(
  tx: Database,
  { before, draft, wanted, userId }: Wish,
  of: OrganizationProvision,
): Promise<{ id: number; changed: boolean }> {
  const { organizationId, now, vault } = of
  const id = before?.id ?? (await newChannelId(tx))
  const sameSecrets = before && isDeepStrictEqual(secretsOf(vault, before), wanted.secrets)
  const after: Channel = {
    id,
    ...draft,
    config: wanted.config,
    secrets: sameSecrets ? before.secrets : sealSecrets(vault, secretContext(id), wanted),
    fallbackChannelId: before?.fallbackChannelId ?? null,
  }
  if (isDeepStrictEqual(before, after)) return { id, changed: false }
  if (before) await changeChannel(tx, organizationId, { channel: after, now })
  else await addChannel(tx, organizationId, { channel: after, provisioned: true, userId, now })
  return { id, changed: true }
}

export function refuseAddresses(
  config: MonitorConfig,
  { path, reach }: Pick<OrganizationProvision, 'path' | 'reach'>,
): void {
  const problems = addressProblems(config, reach)
  if (problems.length > 0) throw new BadProvision(problems.map((problem) => `${path}.${problem}`).join('; '))
}

async function configOf(tx: Database, channel: ProvisionedChannel, of: OrganizationProvision): Promise<StoredConfig> {
  const { type, config, groups } = channel
  const { organizationId, path } = of
  refuseAddresses(config, of)
  const ids: string[] = []
  for (const [index, name] of groups.entries()) {
    const group = await groupOfName(tx, organizationId, name)
    if (!group) throw new BadProvision(`${path}.groups[${index}]: no contact group is named ${name}`)
    ids.push(group.id)
  }
  return saveChannelConfig(kindOf(type), { ...config, contact_group_ids: ids })
}

/** The file has the secrets, so those that cannot be decrypted are replaced. */
function secretsOf(vault: Vault, channel: Channel): StoredConfig['secrets'] | null {
  try {
    return openSecrets(vault, secretContext(channel.id), channel).secrets
  } catch (error) {
    if (error instanceof SecretUnreadable) return null
    throw error
  }
}

interface KeptObjects {
  contacts: string[]
  groups: string[]
  channels: number[]
}

async function dropOthers(
  tx: Database,
  { organizationId, now }: OrganizationProvision,
  keep: KeptObjects,
): Promise<boolean> {
  const channels = await deleteOtherProvisionedChannels(tx, organizationId, keep.channels)
  const groups = await otherProvisionedGroups(tx, organizationId, keep.groups)
  for (const id of groups) {
    await lockGroup(tx, { organizationId, id })
    await deleteGroup(tx, { organizationId, id, now })
  }
  const contacts = await deleteOtherProvisionedContacts(tx, organizationId, keep.contacts)
  return channels + groups.length + contacts > 0
}
