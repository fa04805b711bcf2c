// Writes what is stored as a document. Fields that have their default value are left out.
import type * as Yaml from 'yaml'
import { onFirstUse } from '../../domain/limits/on-first-use.ts'
import { brief } from './document/brief.ts'
import type { Live } from './directory.ts'
import { kinds } from './kinds/kinds.ts'
import { unnamedSource } from './document/document.ts'
import { sections } from './document/sections.ts'

const yaml = onFirstUse<typeof Yaml>('yaml')

export type ExportedDocument = { readonly version: 1 } & Readonly<Record<string, unknown>>

/** Its source is the one that manages the objects, if there is exactly one, otherwise `source`. */
export function exportDocument({ objects }: Pick<Live, 'objects'>, source: string): ExportedDocument {
  const sources = new Set(objects.flatMap(({ managed }) => managed?.source ?? []))
  sources.delete(unnamedSource)
  const [only] = sources.size === 1 ? sources : []
  const lists = sections.flatMap((section) => {
    const items = objects.filter((object) => object.section === section)
    const { body } = kinds[section]
    return items.length === 0 ? [] : [[section, items.map(({ key, shown }) => ({ key, ...brief(body, shown()) }))]]
  })
  return { version: 1, source: only ?? source, ...(Object.fromEntries(lists) as Record<string, unknown>) }
}

export const writeYaml = (document: object): string =>
  yaml().stringify(document, { lineWidth: 120, aliasDuplicateObjects: false })
