// Imports channels: each becomes a contact group with its people, and a channel for the group if the other tool gives
// away all that it needs. Monitors name the groups. What was imported before stays as it is.
import { channelProblems } from '../../channels/define.ts'
import { channelKind } from '../../channels/index.ts'
import { Fault } from '../../domain/fault.ts'
import type { ImportChange, ImportedChannel, ImportedPerson, SkippedItem } from '../../importers/setup.ts'
import { storedChannels } from '../../store/notifications/channels.ts'
import {
  type ImportedGroupRow,
  groupOfName,
  importedGroups,
  setImportKeyOfGroup,
} from '../../store/notifications/contact-groups.ts'
import { contactOfEmail } from '../../store/notifications/contacts.ts'
import { createChannel } from '../channels/write.ts'
import { createContact } from '../contacts/contacts.ts'
import { createContactGroup } from '../contacts/groups.ts'
import type { CallerContext } from '../registry/define.ts'
import { createItem } from './run-step.ts'
import { writeItem } from './rehearsal.ts'

export interface AppliedChannel {
  readonly imported: ImportedChannel
  readonly action: 'create' | 'keep'
  /** The id is null if a dry run would create it. */
  readonly group: { readonly id: string | null; readonly name: string }
  readonly channelId: number | null
  /** Settings that people have to enter. */
  readonly missing: readonly string[]
  readonly changes: readonly ImportChange[]
}

export interface AppliedChannels {
  readonly applied: readonly AppliedChannel[]
  readonly skipped: readonly SkippedItem[]
}

interface ChannelChoices {
  readonly source: string
  readonly title: string
  readonly dryRun: boolean
}

export async function applyChannels(
  context: CallerContext,
  channels: readonly ImportedChannel[],
  choices: ChannelChoices,
): Promise<AppliedChannels> {
  const { db, caller } = context
  const known = new Map((await importedGroups(db, caller.organization.id, choices.source)).map((one) => [one.key, one]))
  const applied: AppliedChannel[] = []
  const skipped: SkippedItem[] = []
  const names = new Set<string>()
  for (const imported of new Map(channels.map((one) => [one.key, one])).values()) {
    const before = known.get(imported.key)
    if (before) applied.push(await kept(context, imported, before))
    else {
      const result = await added(context, imported, { ...choices, names })
      if ('reason' in result) skipped.push(result)
      else applied.push(result)
    }
  }
  return { applied, skipped }
}

async function kept({ db, caller }: CallerContext, imported: ImportedChannel, { id, name }: ImportedGroupRow) {
  const channel = (await storedChannels(db, caller.organization.id)).find(
    ({ type, config }) => type === imported.type && (config['contact_group_ids'] as string[] | undefined)?.includes(id),
  )
  const missing = channel ? [] : missingKeys(imported)
  return {
    imported,
    action: 'keep',
    group: { id, name },
    channelId: channel?.id ?? null,
    missing,
    changes: [],
  } as const
}

/** Settings that are missing or that Lapwing does not accept, so that people have to enter them. */
const missingKeys = ({ type, config }: ImportedChannel): string[] => [
  ...new Set(
    channelProblems(channelKind(type)!, { ...config }).map((problem) => /^config\.(\w+)/.exec(problem)?.[1] ?? ''),
  ),
]

type NamingChoices = ChannelChoices & { readonly names: Set<string> }

async function added(
  context: CallerContext,
  imported: ImportedChannel,
  choices: NamingChoices,
): Promise<AppliedChannel | SkippedItem> {
  try {
    const made = await writeItem(context, choices, (inside) => write(inside, imported, choices))
    choices.names.add(made.group.name.toLowerCase())
    return choices.dryRun ? { ...made, group: { ...made.group, id: null }, channelId: null } : made
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'internal_error') throw error
    const { key, name, sourceType, type } = imported
    return { kind: 'channel', key, name, sourceType, reason: error.message, nearest: type }
  }
}

async function write(context: CallerContext, imported: ImportedChannel, choices: NamingChoices) {
  const { name, type, config, isEnabled } = imported
  const changes = [...imported.changes]
  const contactIds = await contactsOf(context, imported.people, changes)
  const groupName = await freeName(context, name, choices)
  const description = `Imported from ${choices.title}`
  const group = await createItem<string>(context, createContactGroup, { name: groupName, description, contactIds })
  await setImportKeyOfGroup(context.db, context.caller.organization.id, { id: group, key: imported.key })
  const missing = missingKeys(imported)
  const channelId =
    missing.length > 0
      ? null
      : await createItem<number>(context, createChannel, {
          name,
          type,
          enabled: isEnabled,
          config: { ...config, contact_group_ids: [group] },
        })
  return { imported, action: 'create', group: { id: group, name: groupName }, channelId, missing, changes } as const
}

/** Addresses belong to one contact: those that exist are used, and the others are created. */
async function contactsOf(
  context: CallerContext,
  people: readonly ImportedPerson[],
  changes: ImportChange[],
): Promise<string[]> {
  const ids: string[] = []
  for (const { name, email } of people) {
    const known = await contactOfEmail(context.db, context.caller.organization.id, email)
    try {
      ids.push(known?.id ?? (await createItem<string>(context, createContact, { name, email })))
    } catch (error) {
      if (!(error instanceof Fault) || error.code === 'internal_error') throw error
      changes.push({ field: 'contact', from: email, to: '', reason: error.message })
    }
  }
  return [...new Set(ids)]
}

const maxName = 100

/** Names of groups are unique. */
async function freeName({ db, caller }: CallerContext, name: string, { title, names }: NamingChoices): Promise<string> {
  for (let n = 0; ; n++) {
    const suffix = n === 0 ? '' : n === 1 ? ` (${title})` : ` (${title} ${n})`
    const candidate =
      name
        .slice(0, maxName - suffix.length)
        .toWellFormed()
        .trimEnd() + suffix
    if (names.has(candidate.toLowerCase())) continue
    if (!(await groupOfName(db, caller.organization.id, candidate))) return candidate
  }
}
