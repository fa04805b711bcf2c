// Names each operation as a method of a resource: `listAlertRules` is `alertRules.list`, `pauseMonitor` is
// `monitors.pause`. The resource is the collection in the path that the id begins with, or else the first one.
export interface OperationName {
  /** `alertRules` */
  readonly resource: string
  /** `list` */
  readonly method: string
}

interface NamedOperation {
  readonly id: string
  readonly path: string
}

export function nameOperations(operations: readonly NamedOperation[]): Map<string, OperationName> {
  const lists = operations.filter(({ id }) => id.startsWith('list')).map(({ path }) => path.split('/').at(-1)!)
  const names = new Map<string, OperationName>()
  const taken = new Set<string>()
  for (const { id, path } of operations) {
    const [verb = '', ...words] = id.split(/(?=[A-Z])/).map((word) => word.toLowerCase())
    const parts = path.split('/').filter((part) => part !== '')
    const collections = parts.filter((part, index) => index === 0 || lists.includes(part)).map(wordsOf)
    // As in `commentOnIncident`.
    const noun = isAbout(words.slice(1), collections[0]!) && words[0] === 'on' ? words.slice(1) : words
    const collection = collections.findLast((one) => isAbout(noun, one)) ?? collections[0]!
    const resource = camelCase(collection)
    const short = camelCase([verb, ...noun.slice(sharedWords(noun, collection))])
    const method = taken.has(`${resource}.${short}`) ? camelCase([verb, ...words]) : short
    if (taken.has(`${resource}.${method}`)) throw new Error(`${id}: ${resource}.${method} has two meanings`)
    taken.add(`${resource}.${method}`)
    names.set(id, { resource, method })
  }
  return names
}

const wordsOf = (part: string): string[] => part.replace(/\.\w+$/, '').split('-')
const isAbout = (words: readonly string[], collection: readonly string[]): boolean =>
  sharedWords(words, collection) === collection.length

/** How many words at the beginning are the same, in the singular or plural. */
function sharedWords(words: readonly string[], collection: readonly string[]): number {
  const differs = collection.findIndex((word, index) => singular(word) !== singular(words[index] ?? ''))
  return differs === -1 ? collection.length : differs
}

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')

export const camelCase = (words: readonly string[]): string =>
  words.map((word, index) => (index === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('')

export const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
