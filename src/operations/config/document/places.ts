// Where the mistakes of a document are in its text.
import type * as Yaml from 'yaml'
import { onFirstUse } from '../../../domain/limits/on-first-use.ts'
import type { TextPlace } from '../../../domain/fault.ts'
import type { PathInText } from '../../registry/document-reader.ts'
import { documentsIn } from './yaml-text.ts'

const yaml = onFirstUse<typeof Yaml>('yaml')

/**
 * The place of each path, or of the deepest part of it that exists; null if the document has nothing of it. The texts
 * are valid: they were parsed before.
 */
export function placesOf(texts: readonly string[], paths: readonly PathInText[]): (TextPlace | null)[] {
  const read = new Map<number, (path: PathInText) => TextPlace | null>()
  return paths.map((path) => {
    const find = read.get(path.text) ?? finder(texts[path.text]!)
    read.set(path.text, find)
    return find(path)
  })
}

function finder(text: string): (path: PathInText) => TextPlace | null {
  const lineCounter = new (yaml().LineCounter)()
  const documents = documentsIn(text, lineCounter)
  const keyed: KeyedItems = new Map()
  return ({ document, path }) => {
    const offset = offsetOf(documents[document]?.contents ?? null, stepsOf(path), keyed)
    if (offset === null) return null
    const { line, col } = lineCounter.linePos(offset)
    return { line, column: col }
  }
}

const stepsOf = (path: string): string[] => path.match(/[^.[\]]+/g) ?? []

type KeyedItems = Map<unknown, ReadonlyMap<string, Yaml.Node>>

function offsetOf(contents: Yaml.ParsedNode | null, steps: readonly string[], keyed: KeyedItems): number | null {
  let node: unknown = contents
  let offset: number | null = null
  for (const step of steps) {
    const next = partOf(node, step, keyed)
    if (!next) break
    node = next.value
    offset = next.offset
  }
  return offset
}

/** A field of a map, or the item of a list with this key or index. */
function partOf(node: unknown, step: string, keyed: KeyedItems): { value: unknown; offset: number } | undefined {
  const { isMap, isScalar, isSeq } = yaml()
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step)
    return pair && { value: pair.value, offset: (pair.key as Yaml.Scalar).range![0] }
  }
  if (!isSeq(node)) return undefined
  const item = itemsOf(node, keyed).get(step) ?? (node.items[Number(step)] as Yaml.Node | undefined)
  return item?.range ? { value: item, offset: item.range[0] } : undefined
}

function itemsOf(list: Yaml.YAMLSeq, keyed: KeyedItems): ReadonlyMap<string, Yaml.Node> {
  const known = keyed.get(list)
  if (known) return known
  const { isMap } = yaml()
  const items = new Map<string, Yaml.Node>()
  for (const item of list.items)
    if (isMap(item) && item.has('key')) {
      const key = String(item.get('key'))
      if (!items.has(key)) items.set(key, item)
    }
  keyed.set(list, items)
  return items
}
