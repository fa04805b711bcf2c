// The schemas of imports.
import { z } from 'zod'
import { importSources } from '../../importers/sources.ts'

/** A database of 12 MiB in Base64, as one text. */
export const importLimits = { maxBytes: 16 * 1024 * 1024, maxValues: 1000 }

const names = importSources.map(({ name }) => name)
const apiNames = importSources.filter(({ download }) => download).map(({ name }) => name)
const documents = importSources.map(({ name, takes }) => `${name}: ${takes}`).join('; ')

export const source = z.enum(names).meta({ description: 'The tool to import from' })

const credentials = z
  .strictObject({
    apiKey: z.string().min(1).max(500),
    url: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .optional()
      .meta({ description: 'The address of your own installation of the tool' }),
  })
  .meta({ description: 'Used for this request, and neither stored nor logged' })

/** Where the contents of the other tool come from. */
export const origin = {
  source,
  document: z
    .string()
    .min(1)
    .max(importLimits.maxBytes)
    .optional()
    .meta({ description: `The exported file. ${documents}` }),
  encoding: z
    .enum(['text', 'base64'])
    .default('text')
    .meta({ description: 'How `document` is written; base64 for a database file' }),
  credentials: credentials.optional().meta({ description: `Instead of a document, for ${apiNames.join(', ')}` }),
}

export const importBody = z
  .strictObject({
    ...origin,
    dryRun: z.boolean().default(true).meta({ description: 'Report what would be imported, and change nothing' }),
    shadow: z
      .boolean()
      .default(false)
      .meta({ description: 'New monitors run without telling anyone until you switch over' }),
    channels: z
      .boolean()
      .default(true)
      .meta({ description: 'Also import channels and their recipients; otherwise monitors notify the default group' }),
    locations: z
      .array(z.uuid().toLowerCase())
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'Where new monitors run; the first location of `GET /locations` if omitted' }),
  })
  .meta({ id: 'ImportRequest' })

const item = { key: z.string(), name: z.string(), source_type: z.string() }

export const importReport = z
  .object({
    object: z.literal('import_report'),
    source,
    dry_run: z.boolean(),
    shadow: z.boolean(),
    locations: z.array(z.uuid()).meta({ description: 'Where new monitors run' }),
    mapped: z.array(
      z.object({
        ...item,
        type: z.string(),
        target: z.string().nullable().meta({ description: 'Null for heartbeats' }),
        interval_seconds: z.int(),
        action: z.enum(['create', 'update', 'keep']).meta({
          description:
            'What happens, or would happen: a monitor in shadow mode follows the other tool, any other stays as it is',
        }),
        monitor_id: z.uuid().nullable().meta({ description: 'Null if it does not exist yet' }),
      }),
    ),
    channels: z
      .array(
        z.object({
          ...item,
          type: z.string(),
          action: z.enum(['create', 'keep']).meta({ description: 'A channel that was imported before stays as it is' }),
          contact_group: z.object({
            id: z.uuid().nullable().meta({ description: 'Null if it does not exist yet' }),
            name: z.string(),
          }),
          contacts: z.array(z.string()).meta({ description: 'Email addresses of the members of the group' }),
          channel_id: z.int().nullable().meta({ description: 'Null if it does not exist yet' }),
          enter: z.array(z.string()).meta({
            description:
              'Settings that the other tool does not give away, or that Lapwing does not accept. If there are any, only ' +
              'the contact group is created: add the channel yourself and choose the group.',
          }),
        }),
      )
      .meta({ description: 'Channels, each with the contact group that its monitors notify' }),
    changed: z
      .array(z.object({ ...item, field: z.string(), from: z.string(), to: z.string(), reason: z.string() }))
      .meta({ description: 'What is different from the other tool, and why' }),
    skipped: z.array(
      z.object({
        ...item,
        kind: z.enum(['monitor', 'channel']),
        reason: z.string(),
        nearest: z.string().nullable().meta({ description: 'A monitor type or channel kind that comes close' }),
      }),
    ),
    summary: z.object({
      monitors: z.int().meta({ description: 'Monitors in the other tool' }),
      create: z.int(),
      update: z.int(),
      keep: z.int(),
      skipped: z.int(),
    }),
  })
  .meta({ id: 'ImportReport' })

export type ImportReport = z.output<typeof importReport>

const about = { key: 'kuma-2', name: 'Shop', source_type: 'http' }

export const reportExample: ImportReport = {
  object: 'import_report',
  source: 'kuma',
  dry_run: true,
  shadow: true,
  locations: ['0198c5a2-7d60-7f0a-b5a1-3f2e1d0c9b8a'],
  mapped: [
    {
      ...about,
      type: 'http',
      target: 'https://shop.example.com/',
      interval_seconds: 30,
      action: 'create',
      monitor_id: null,
    },
  ],
  channels: [
    {
      key: 'kuma-notification-1',
      name: 'Ops',
      source_type: 'slack',
      type: 'slack',
      action: 'create',
      contact_group: { id: null, name: 'Ops' },
      contacts: [],
      channel_id: null,
      enter: [],
    },
  ],
  changed: [
    { ...about, field: 'interval', from: '20 s', to: '30 s', reason: 'the shortest interval of your plan is 30 s' },
  ],
  skipped: [
    {
      kind: 'monitor',
      key: 'kuma-9',
      name: 'Cache',
      source_type: 'redis',
      reason: 'Lapwing has no type for Redis commands',
      nearest: 'tcp',
    },
  ],
  summary: { monitors: 2, create: 1, update: 0, keep: 0, skipped: 1 },
}
