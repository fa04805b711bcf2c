// The files in deploy/, and what they have to agree with.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { settingsHelp } from '../../src/settings.ts'

export const root = join(import.meta.dirname, '../..')
export const read = (file: string): string => readFileSync(join(root, file), 'utf8')
export const filesIn = (pattern: string): string[] => globSync(pattern, { cwd: root }).toSorted()

// YAML 1.1, as Compose and Kubernetes read it.
export const readYaml = <T>(file: string): T => parse(read(file), { version: '1.1', merge: true }) as T
export const readDocuments = <T>(file: string): T[] =>
  parseAllDocuments(read(file), { version: '1.1' }).map((document) => document.toJS() as T)

/** Names in a text that are no settings of Lapwing. */
export function unknownSettings(text: string): string[] {
  const known = new Set(settingsHelp().match(/LAPWING_\w+/g))
  return (text.match(/LAPWING_[A-Z_]+/g) ?? []).filter((name) => !known.has(name.replace(/_FILE$/, '')))
}

export const { version } = JSON.parse(read('package.json')) as { version: string }
export const image = `lapwing:${version}`
