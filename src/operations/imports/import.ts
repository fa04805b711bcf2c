// Imports monitors, and who they notify, from another tool.
import { Fault } from '../../domain/fault.ts'
import type { ImportChange, SkippedItem, SourceItem } from '../../importers/setup.ts'
import { liveLocationIds, listLocations } from '../../store/checking/locations.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { type AppliedImport, type ImportChoices, applyImport } from './apply.ts'
import { readSource } from './read-source.ts'
import { type ImportReport, importBody, importLimits, importReport } from './schema.ts'

export const importMonitors = defineOperation({
  id: 'importMonitors',
  method: 'POST',
  path: '/monitors/import',
  ownTransactions: true,
  alone: true,
  limits: importLimits,
  tag: 'Import',
  summary: 'Import monitors, channels, maintenance windows and status pages from another tool',
  description:
    'A dry run by default: it lists what would be created, what differs from the other tool and why, and what is ' +
    'skipped. Each monitor keeps the key it has there, so repeating an import makes no duplicates: monitors in shadow ' +
    'mode follow the other tool, others stay as they are. Heartbeats keep their check-in token, so the old paths work ' +
    'at the new host. Each channel gets a contact group, which its monitors notify; channels that were imported before ' +
    'stay as they are. Maintenance windows and status pages are imported once, with those of their monitors that are ' +
    'imported; in shadow mode pages are not public. The body may have 16 MiB.',
  body: importBody,
  bodyExample: {
    source: 'kuma',
    document: '{"version": "1.23.16", "notificationList": [], "monitorList": []}',
    dryRun: true,
    shadow: true,
  },
  faults: ['payload_too_large'],
  responses: { 200: { description: 'What was imported, or would be', schema: importReport } },
  async handle({ body }, context) {
    const locations = body.locations ?? (await usualLocation(context))
    const { services, caller } = context
    const { source, imported } = await readSource(services, body)
    const setup = await services.documents.read(caller.organization.id, 'importedSetup', imported)
    const { dryRun, shadow, channels } = body
    const choices = { source: source.name, title: source.title, dryRun, shadow, channels, locations }
    return ok(reportOf(await applyImport(context, setup, choices), choices))
  },
})

/** One that is online, if there is one. */
async function usualLocation({ db, caller, now }: CallerContext): Promise<string[]> {
  const [live] = await liveLocationIds(db, caller.organization.id, { limit: 1, now })
  const [any] = await listLocations(db, caller.organization.id, { after: undefined, limit: 1 })
  const first = live ?? any?.id
  if (first === undefined) throw new Fault('invalid_request', 'locations: this installation has no location yet')
  return [first]
}

const itemOf = ({ key, name, sourceType }: SourceItem) => ({ key, name, source_type: sourceType })
const changeOf = (item: SourceItem, { field, from, to, reason }: ImportChange) => ({
  ...itemOf(item),
  field,
  from,
  to,
  reason,
})
const skipOf = ({ kind, reason, nearest, ...item }: SkippedItem) => ({ ...itemOf(item), kind, reason, nearest })

function reportOf({ channels, applied, resources, skipped }: AppliedImport, choices: ImportChoices): ImportReport {
  const count = (wanted: string): number => applied.filter(({ action }) => action === wanted).length
  const skippedMonitors = skipped.filter(({ kind }) => kind === 'monitor').length
  return {
    object: 'import_report',
    source: choices.source,
    dry_run: choices.dryRun,
    shadow: choices.shadow,
    locations: [...choices.locations],
    mapped: applied.map(({ imported, intervalSeconds, action, monitorId }) => ({
      ...itemOf(imported),
      type: imported.type,
      target: imported.target,
      interval_seconds: intervalSeconds,
      action,
      monitor_id: monitorId,
    })),
    channels: channels.map(({ imported, action, group, channelId, missing }) => ({
      ...itemOf(imported),
      type: imported.type,
      action,
      contact_group: { ...group },
      contacts: imported.people.map(({ email }) => email),
      channel_id: channelId,
      enter: [...missing],
    })),
    resources: resources.map(({ imported, action, id, subscribers }) => {
      const { components = [], announcements = [] } = imported.kind === 'status_page' ? imported : {}
      return {
        ...itemOf(imported),
        kind: imported.kind,
        action,
        id,
        components: components.length,
        announcements: announcements.length,
        subscribers,
      }
    }),
    changed: [...channels, ...applied, ...resources].flatMap(({ imported, changes }) =>
      changes.map((change) => changeOf(imported, change)),
    ),
    skipped: skipped.map(skipOf),
    summary: {
      monitors: applied.length + skippedMonitors,
      create: count('create'),
      update: count('update'),
      keep: count('keep'),
      skipped: skippedMonitors,
    },
  }
}
