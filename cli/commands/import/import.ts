import type { ImportReport } from '../../../sdk/src/api.ts'
import { defineCommand } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { readOrigin, sourceArguments, sourceOptions } from './source.ts'
import type { Output } from '../../output/output.ts'
import type { Column } from '../../output/table.ts'
import { formatSeconds } from '../../output/time.ts'

const mapped: readonly Column<ImportReport['mapped'][number]>[] = [
  { title: 'ACTION', value: ({ action }) => action, style: ({ action }) => (action === 'keep' ? 'dim' : 'green') },
  { title: 'KEY', value: ({ key }) => key },
  { title: 'NAME', value: ({ name }) => name },
  { title: 'TYPE', value: ({ source_type: from, type }) => (from === type ? type : `${from} → ${type}`) },
  { title: 'TARGET', value: ({ target }) => target },
  { title: 'EVERY', value: ({ interval_seconds: seconds }) => formatSeconds(seconds), isNumber: true },
]

const channels: readonly Column<ImportReport['channels'][number]>[] = [
  { title: 'ACTION', value: ({ action }) => action, style: ({ action }) => (action === 'keep' ? 'dim' : 'green') },
  { title: 'CHANNEL', value: ({ name }) => name },
  { title: 'TYPE', value: ({ source_type: from, type }) => (from === type ? type : `${from} → ${type}`) },
  { title: 'CONTACT GROUP', value: ({ contact_group: group }) => group.name },
  { title: 'CONTACTS', value: ({ contacts }) => contacts.join(', ') },
  { title: 'ENTER YOURSELF', value: ({ enter }) => enter.join(', '), style: () => 'yellow' },
]

const resources: readonly Column<ImportReport['resources'][number]>[] = [
  { title: 'ACTION', value: ({ action }) => action, style: ({ action }) => (action === 'keep' ? 'dim' : 'green') },
  { title: 'KEY', value: ({ key }) => key },
  { title: 'NAME', value: ({ name }) => name },
  { title: 'BECOMES', value: ({ kind }) => kind.replace('_', ' ') },
  { title: 'COMPONENTS', value: ({ components }) => (components > 0 ? components : null), isNumber: true },
  { title: 'ANNOUNCEMENTS', value: ({ announcements }) => (announcements > 0 ? announcements : null), isNumber: true },
  { title: 'SUBSCRIBERS', value: ({ subscribers }) => (subscribers > 0 ? subscribers : null), isNumber: true },
]

const changed: readonly Column<ImportReport['changed'][number]>[] = [
  { title: 'CHANGED', value: ({ key }) => key },
  { title: 'FIELD', value: ({ field }) => field },
  { title: 'FROM', value: ({ from }) => from },
  { title: 'TO', value: ({ to }) => to },
  { title: 'REASON', value: ({ reason }) => reason },
]

const skipped: readonly Column<ImportReport['skipped'][number]>[] = [
  { title: 'SKIPPED', value: ({ key }) => key },
  { title: 'NAME', value: ({ name }) => name },
  { title: 'TYPE', value: ({ source_type: type }) => type },
  { title: 'REASON', value: ({ reason }) => reason },
  { title: 'NEAREST', value: ({ nearest }) => nearest },
]

export const command = defineCommand({
  description:
    'Only reports what would happen, until you add --yes. Importing again makes no duplicates: monitors in shadow mode ' +
    'follow the other tool, others stay as they are. Keys are read from a file, so that no shell remembers them.',
  arguments: sourceArguments,
  options: {
    ...sourceOptions,
    yes: { help: 'Import, instead of only reporting', short: 'y' },
    shadow: { help: 'New monitors send no alerts until `lapwing import switch-over`' },
    'no-channels': { help: 'Leave out channels and their recipients' },
  },
  example: 'import kuma ./kuma.db --shadow',
  async run({ args, options, client, output, signal }) {
    const origin = await readOrigin(args, { options, output })
    const lapwing = await client()
    const dryRun = options['yes'] !== true
    output.progress(`Reading ${origin.source} …`)
    const { shadow, 'no-channels': withoutChannels } = options
    const body = { ...origin, dryRun, shadow: shadow === true, channels: withoutChannels !== true }
    const report = await lapwing.post('/monitors/import', { body, signal })
    output.show(report, () => print(report, output))
    const { create, update } = report.summary
    return dryRun && create + update + newItems(report) > 0 ? exitCodes.changes : exitCodes.ok
  },
})

const newItems = ({ channels, resources }: ImportReport): number =>
  [...channels, ...resources].filter(({ action }) => action === 'create').length

function print(report: ImportReport, output: Output): void {
  const { create, update, keep, skipped: left } = report.summary
  if (report.mapped.length > 0) output.table(mapped, report.mapped)
  const tables = [
    [report.channels, channels],
    [report.resources, resources],
    [report.changed, changed],
    [report.skipped, skipped],
  ] as const
  for (const [rows, columns] of tables)
    if (rows.length > 0) {
      output.print('')
      output.table(columns as readonly Column<unknown>[], rows)
    }
  output.print('')
  const counts = `${create} to create, ${update} to update, ${keep} unchanged, ${left} skipped.`
  const done = `${create} created, ${update} updated, ${keep} unchanged, ${left} skipped.`
  output.print(report.dry_run ? `${counts} Nothing was changed; add --yes to import.` : done)
}
