// The schemas of imports.
import { z } from 'zod'
import { importSources } from '../../importers/sources.ts'

/** A database of 12 MiB in Base64, as one text. */
export const importLimits = { maxBytes: 16 * 1024 * 1024, maxValues: 1000 }

const names = importSources.map(({ name }) => name)
const apiNames = importSources.filter(({ download }) => download).map(({ name }) => name)
const documents = importSources.map(({ name, takes }) => `${name}: ${takes}`).join('; ')

export const source = z.enum(names).meta({ description: 'The tool to import from', example: 'kuma' })

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

const item = {
  key: z.string().meta({ example: 'kuma-2' }),
  name: z.string().meta({ example: 'Shop' }),
  source_type: z.string().meta({ example: 'http' }),
}

export const importReport = z
  .object({
    object: z.literal('import_report'),
    source,
    dry_run: z.boolean().meta({ example: true }),
    shadow: z.boolean().meta({ example: true }),
    locations: z.array(z.uuid()).meta({ description: 'Where new monitors run' }),
    mapped: z.array(
      z.object({
        ...item,
        type: z.string().meta({ example: 'http' }),
        target: z
          .string()
          .nullable()
          .meta({ description: 'Null for heartbeats', example: 'https://shop.example.com/' }),
        interval_seconds: z.int().meta({ example: 30 }),
        action: z.enum(['create', 'update', 'keep']).meta({
          description:
            'What happens, or would happen: a monitor in shadow mode follows the other tool, any other stays as it is',
          example: 'create',
        }),
        monitor_id: z.uuid().nullable().meta({ description: 'Null if it does not exist yet' }),
      }),
    ),
    channels: z
      .array(
        z.object({
          ...item,
          type: z.string().meta({ example: 'slack' }),
          action: z
            .enum(['create', 'keep'])
            .meta({ description: 'A channel that was imported before stays as it is', example: 'create' }),
          contact_group: z.object({
            id: z.uuid().nullable().meta({ description: 'Null if it does not exist yet' }),
            name: z.string().meta({ example: 'Ops' }),
          }),
          contacts: z
            .array(z.string())
            .meta({ description: 'Email addresses of the members of the group', example: [] }),
          channel_id: z.int().nullable().meta({ description: 'Null if it does not exist yet' }),
          enter: z.array(z.string()).meta({
            description:
              'Settings that the other tool does not give away, or that Lapwing does not accept. If there are any, only ' +
              'the contact group is created: add the channel yourself and choose the group.',
            example: [],
          }),
        }),
      )
      .meta({ description: 'Channels, each with the contact group that its monitors notify' }),
    resources: z
      .array(
        z.object({
          ...item,
          kind: z.enum(['maintenance_window', 'status_page']).meta({ example: 'status_page' }),
          action: z
            .enum(['create', 'keep'])
            .meta({ description: 'What was imported before stays as it is', example: 'create' }),
          id: z.uuid().nullable().meta({ description: 'Null if it does not exist yet' }),
          components: z.int().meta({ description: 'Components of a page', example: 3 }),
          announcements: z.int().meta({ description: 'Announcements of a page', example: 1 }),
          subscribers: z.int().meta({ description: 'Who is asked by email to confirm their subscription', example: 0 }),
        }),
      )
      .meta({ description: 'Maintenance windows and status pages' }),
    changed: z
      .array(
        z.object({
          ...item,
          field: z.string().meta({ example: 'interval' }),
          from: z.string().meta({ example: '20 s' }),
          to: z.string().meta({ example: '30 s' }),
          reason: z.string().meta({ example: 'the shortest interval of your plan is 30 s' }),
        }),
      )
      .meta({ description: 'What is different from the other tool, and why' }),
    skipped: z.array(
      z.object({
        ...item,
        kind: z.enum(['monitor', 'channel', 'maintenance_window', 'status_page']).meta({ example: 'monitor' }),
        reason: z.string().meta({ example: 'Lapwing has no type for Redis commands' }),
        nearest: z
          .string()
          .nullable()
          .meta({ description: 'A monitor type or channel kind that comes close', example: 'tcp' }),
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
