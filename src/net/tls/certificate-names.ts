// The names of a certificate, and its constraints on the names below it (RFC 5280, 4.2.1.6 and 4.2.1.10).
import { type Element, elementsIn, elementsOf, oidText } from './der.ts'

/** A GeneralName: its tag, without the bit for constructed values, and its bytes. */
export interface GeneralName {
  readonly kind: number
  readonly value: Buffer
}

export interface NameConstraints {
  readonly permitted: readonly GeneralName[]
  readonly excluded: readonly GeneralName[]
  /** It has a subtree with a minimum or maximum, which no standard defines. */
  readonly isOdd: boolean
}

const nameKinds = { email: 1, dns: 2, directory: 4, ip: 7 }

const context = (tag: number): number => tag & 0x1f
const generalName = ({ tag, content }: Element): GeneralName => ({ kind: context(tag), value: content })

export function readNames(extension: Buffer): GeneralName[] {
  return elementsOf(extension).map(generalName)
}

export function readConstraints(extension: Buffer): NameConstraints {
  const subtrees = elementsOf(extension)
  const of = (tag: number): Element[][] =>
    subtrees
      .filter((element) => context(element.tag) === tag)
      .flatMap(({ content }) => elementsIn(content))
      .map((subtree) => elementsIn(subtree.content))
  const [permitted, excluded] = [of(0), of(1)]
  const base = ([first]: Element[]): GeneralName[] => (first ? [generalName(first)] : [])
  return {
    permitted: permitted.flatMap(base),
    excluded: excluded.flatMap(base),
    isOdd: [...permitted, ...excluded].some((subtree) => subtree.length !== 1),
  }
}

const attributes = { commonName: '2.5.4.3', email: '1.2.840.113549.1.9.1' }

/** The subject's names: itself, its email addresses, and its host if no other host is named. */
export function subjectNames(subject: Buffer, alternative: readonly GeneralName[]): GeneralName[] {
  const names: GeneralName[] = []
  const values = attributesIn(subject)
  if (values.length > 0) names.push({ kind: nameKinds.directory, value: subject })
  for (const { oid, value } of values) {
    if (oid === attributes.email) names.push({ kind: nameKinds.email, value })
    const isHost = oid === attributes.commonName && /^[\w*-]+(\.[\w-]+)+$/.test(value.toString('latin1'))
    if (isHost && !alternative.some(({ kind }) => kind === nameKinds.dns)) names.push({ kind: nameKinds.dns, value })
  }
  return names
}

function attributesIn(subject: Buffer): { oid: string; value: Buffer }[] {
  return elementsOf(subject)
    .flatMap(({ content }) => elementsIn(content))
    .map(({ content }) => {
      const [oid, value] = elementsIn(content)
      return { oid: oidText(oid?.content ?? Buffer.alloc(0)), value: value?.content ?? Buffer.alloc(0) }
    })
}

/** Why these names violate the constraints of an authority, in OpenSSL's wording; null when they do not. */
export function constraintProblem(names: readonly GeneralName[], constraints: NameConstraints): string | null {
  const { permitted, excluded, isOdd } = constraints
  if (isOdd) return 'SUBTREE_MINMAX'
  for (const name of names) {
    const among = (trees: readonly GeneralName[]): GeneralName[] => trees.filter(({ kind }) => kind === name.kind)
    const [allowed, refused] = [among(permitted), among(excluded)]
    if (allowed.length + refused.length > 0 && !(name.kind in comparisons)) return 'UNSUPPORTED_CONSTRAINT_TYPE'
    const { isWithin, mayReach } = comparisons[name.kind] ?? unknown
    if (allowed.length > 0 && !allowed.some((tree) => isWithin(name.value, tree.value))) return 'PERMITTED_VIOLATION'
    if (refused.some((tree) => mayReach(name.value, tree.value))) return 'EXCLUDED_VIOLATION'
  }
  return null
}

interface NameComparison {
  isWithin(name: Buffer, tree: Buffer): boolean
  /** Whether any name that this one matches is in the tree. */
  mayReach(name: Buffer, tree: Buffer): boolean
}

const unknown: NameComparison = { isWithin: () => false, mayReach: () => true }
const comparisons: Readonly<Record<number, NameComparison>> = {
  [nameKinds.dns]: { isWithin: isHostWithin, mayReach: (name, tree) => isHostWithin(name, tree) || covers(name, tree) },
  [nameKinds.ip]: { isWithin: isAddressWithin, mayReach: isAddressWithin },
  [nameKinds.directory]: { isWithin: isDirectoryWithin, mayReach: isDirectoryWithin },
}

const host = (bytes: Buffer): string => bytes.toString('latin1').toLowerCase()

function isHostWithin(name: Buffer, tree: Buffer): boolean {
  const [one, base] = [host(name), host(tree)]
  if (base === '' || one === base) return true
  return one.endsWith(base.startsWith('.') ? base : `.${base}`)
}

/** `*.example.com` includes `mail.example.com`. */
function covers(name: Buffer, tree: Buffer): boolean {
  const [one, base] = [host(name), host(tree)]
  return one.startsWith('*.') && base.replace(/^\./, '').endsWith(one.slice(1))
}

function isAddressWithin(name: Buffer, tree: Buffer): boolean {
  if (tree.length !== name.length * 2) return false
  return name.every((byte, index) => ((byte ^ tree[index]!) & tree[name.length + index]!) === 0)
}

function isDirectoryWithin(name: Buffer, tree: Buffer): boolean {
  const [one, base] = [relativeNames(name), relativeNames(elementsIn(tree).length === 1 ? tree : name)]
  return base.every((part, index) => part === one[index])
}

/** Each part of a distinguished name as text, so that equal parts are equal text. */
function relativeNames(directory: Buffer): string[] {
  return elementsOf(directory).map(({ content }) => {
    const parts = elementsIn(content).map(({ content: attribute }) => {
      const [oid, value] = elementsIn(attribute)
      return `${oidText(oid?.content ?? Buffer.alloc(0))}=${value ? plainText(value) : ''}`
    })
    return parts.sort().join('+')
  })
}

const bmpString = 0x1e

function plainText({ tag, content }: Element): string {
  const text = tag === bmpString ? new TextDecoder('utf-16be').decode(content) : content.toString('utf8')
  return text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
}
