// The heaviest bodies within limits: of bytes, of values, of depth.
import type { RequestLimits } from '../../src/domain/limits/json-limits.ts'

interface HeavyJson {
  readonly name: string
  /** Written when it is needed. */
  content(): string
}

/** Each field of the body holds as much as its share of the limit allows. */
export function heavyBodies(limits: RequestLimits, fields: readonly string[]): HeavyJson[] {
  const names = fields.length > 0 ? fields : ['x']
  const bytes = Math.floor(limits.maxBytes / names.length) - 300
  const values = Math.floor(limits.maxValues / names.length) - 3
  const list = (item: string, count: number): string => `[${Array(Math.max(count, 1)).fill(item).join(',')}]`
  const fitting = (item: string): number => Math.floor(bytes / (item.length + 1)) - 1
  const within = (item: string, valuesOfItem: number): string =>
    list(item, Math.min(Math.floor(values / valuesOfItem), fitting(item)))
  const body = (part: string): string => `{${names.map((name) => `${JSON.stringify(name)}:${part}`).join(',')}}`
  const keys = (count: number): string =>
    `{${Array.from({ length: Math.max(count, 1) }, (_, n) => `"k${n}":1`).join(',')}}`
  return [
    { name: 'as many empty objects as bytes', content: () => body(list('{}', fitting('{}'))) },
    { name: 'as many empty objects as values', content: () => body(within('{}', 1)) },
    { name: 'many errors', content: () => body(within('{"a":{},"b":[0]}', 4)) },
    {
      name: 'as deep as bytes',
      content: () => body('['.repeat(Math.floor(bytes / 2)) + ']'.repeat(Math.floor(bytes / 2))),
    },
    { name: 'lists as deep as allowed', content: () => body(within(`${'['.repeat(30)}${']'.repeat(30)}`, 30)) },
    { name: 'a long key', content: () => body(`{"${'k'.repeat(bytes - 8)}":1}`) },
    { name: 'many keys', content: () => body(keys(Math.min(values, Math.floor(bytes / 12)))) },
    {
      name: 'many unknown fields',
      content: () => keys(Math.min(limits.maxValues - 2, Math.floor(limits.maxBytes / 12))),
    },
    { name: 'a long number', content: () => body('1'.repeat(bytes)) },
    { name: 'a text of escapes', content: () => body(`"${'\\"'.repeat(Math.floor(bytes / 2) - 2)}"`) },
    { name: 'form fields', content: () => '&a'.repeat(Math.floor(limits.maxBytes / 2)) },
  ]
}

/** Documents inside of a body, in every format that is read. */
export function heavyDocuments({ maxBytes }: RequestLimits, fields: readonly string[]): HeavyJson[] {
  const text = (line: string): string => line.repeat(Math.floor(Math.min(maxBytes, 1_000_000) / line.length / 1.3))
  const yaml = {
    'YAML objects': `monitors:\n${text('- {a: b}\n')}`,
    'YAML aliases': `a: &x [${'1,'.repeat(5000)}]\nb: [${'*x,'.repeat(90)}]\n`,
    'YAML questions': '? '.repeat(3000),
    'YAML lists inside of lists': '['.repeat(100_000),
  }
  if (fields.includes('yaml'))
    return Object.entries(yaml).map(([name, content]) => ({
      name,
      content: () => JSON.stringify({ yaml: content }),
    }))
  const row = '1,2\n'
  const documents: [name: string, source: string, document: string][] = [
    ['Kuma monitors of nothing', 'kuma', `{"monitorList":[${'{},'.repeat(Math.floor(maxBytes / 3) - 200)}{}]}`],
    ['100,000 Kuma monitors', 'kuma', JSON.stringify({ monitorList: Array(100_000).fill({ type: 'http', url: 'x' }) })],
    ['CSV', 'uptimerobot', `type,url\n${row.repeat(Math.floor(maxBytes / 5) - 200)}`],
    ...Object.entries(yaml).map(([name, content]): [string, string, string] => [name, 'gatus', content]),
  ]
  return documents.map(([name, source, document]) => ({ name, content: () => JSON.stringify({ source, document }) }))
}
