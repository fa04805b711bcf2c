// Every error that the API answers with, by code, read from the sources. Values are shown as ⟨expression⟩.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'

export interface ErrorText {
  readonly code: string
  readonly text: string
  readonly file: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const folder = join(import.meta.dirname, '../../src')

export function errorTexts(): ErrorText[] {
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))
  return files.flatMap((file) => errorsIn(file, readFileSync(join(folder, file), 'utf8')))
}

function errorsIn(file: string, source: string): ErrorText[] {
  if (!source.includes('new Fault(')) return []
  return faultsIn(parseSync(file, source).program as unknown as Node).flatMap((fault) => {
    const [code, message] = fault['arguments'] as Node[]
    const text = message && textOf(message, source)
    return code?.type === 'Literal' && text ? [{ code: String(code['value']), text, file }] : []
  })
}

function faultsIn(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(faultsIn)
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap(faultsIn)
  const { type, callee } = node as { type?: string; callee?: { name?: string } }
  return type === 'NewExpression' && callee?.name === 'Fault' ? [node as Node, ...inside] : inside
}

/** Null for a message that is not written at this place. */
function textOf(node: Node, source: string): string | null {
  if (node.type === 'Literal') return String(node['value'])
  if (node.type !== 'TemplateLiteral') return null
  const quasis = node['quasis'] as { value: { cooked: string } }[]
  const values = (node['expressions'] as Node[]).map(({ start, end }) => `⟨${source.slice(start, end)}⟩`)
  return quasis.map(({ value }, index) => value.cooked + (values[index] ?? '')).join('')
}

export function errorsPage(texts: readonly ErrorText[]): string {
  const byCode = Map.groupBy(texts, ({ code }) => code)
  return [...byCode]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([code, errors]) => ['', code, ...[...new Set(errors.map(({ text }) => `  ${text}`))].toSorted()])
    .join('\n')
}
