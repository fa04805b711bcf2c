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
  if (!/new Fault\(|rateLimited\(/.test(source)) return []
  return faultsIn(parseSync(file, source).program as unknown as Node).flatMap((fault) => {
    const [first, second] = fault['arguments'] as Node[]
    const isFault = fault.type === 'NewExpression'
    const code = isFault ? first && textOf(first, source) : 'rate_limited'
    const message = isFault ? second : first
    const text = message && textOf(message, source)
    return code && text ? [{ code, text, file }] : []
  })
}

function faultsIn(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(faultsIn)
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap(faultsIn)
  const { type, callee } = node as { type?: string; callee?: { name?: string } }
  const isFault = type === 'NewExpression' && callee?.name === 'Fault'
  const isRateLimit = type === 'CallExpression' && callee?.name === 'rateLimited'
  return isFault || isRateLimit ? [node as Node, ...inside] : inside
}

/** Null for a message that is not written at this place. */
function textOf(node: Node, source: string): string | null {
  if (node.type === 'Literal') return String(node['value'])
  if (node.type === 'BinaryExpression') {
    const [left, right] = [textOf(node['left'] as Node, source), textOf(node['right'] as Node, source)]
    return left === null || right === null ? null : left + right
  }
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
