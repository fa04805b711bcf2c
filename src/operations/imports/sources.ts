// The tools that the dashboard offers to import from.
import { z } from 'zod'
import { importSources } from '../../importers/sources.ts'
import { wholeList, wholeListOf } from '../people/whole-list.ts'
import { defineOperation } from '../registry/define.ts'
import { source } from './schema.ts'

const item = z
  .object({
    object: z.literal('import_source'),
    name: source,
    title: z.string(),
    takes: z.string().meta({ description: 'The files it is imported from' }),
    has_api: z.boolean().meta({ description: 'Whether it can be imported with an API key instead' }),
    has_log: z.boolean().meta({ description: 'Whether its outages can be compared with incidents' }),
  })
  .meta({ id: 'ImportSource' })

export const listImportSources = defineOperation({
  id: 'listImportSources',
  method: 'GET',
  path: '/dashboard/import-sources',
  audience: 'dashboard',
  tag: 'Import',
  summary: 'List the tools that monitors can be imported from',
  responses: { 200: wholeListOf({ id: 'ImportSources', item }) },
  handle: async () =>
    wholeList(
      importSources.map(({ name, title, takes, download, outages }) => ({
        object: 'import_source',
        name,
        title,
        // The dashboard encodes files by itself.
        takes: takes.replaceAll(' in Base64', ''),
        has_api: download !== undefined,
        has_log: outages !== undefined,
      })),
    ),
})
