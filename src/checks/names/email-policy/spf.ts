// Evaluates the SPF record of a domain: follows every include and redirect, as a receiver would, and counts the
// lookups.
import type { PolicyLookups } from './lookups.ts'
import { type Qualifier, type SpfRecord, hasMacro, isSpf, parseSpf } from './spf-record.ts'

export interface SpfFacts {
  /** SPF records of the domain itself; a receiver accepts only one. */
  readonly records: readonly string[]
  readonly lookups: number
  /** 0 nothing, 1 +all, 2 ?all, 3 ~all, 4 -all. */
  readonly all: number
  /** Problems, each as a sentence; a record without problems can be evaluated. */
  readonly problems: readonly string[]
}

const maxLookups = 10
const maxVoidLookups = 2
const maxMx = 10
/** Limit on followed includes and redirects. */
const maxFollowed = 50

const strength: Readonly<Record<Qualifier, number>> = { '+': 1, '?': 2, '~': 3, '-': 4 }

/** Null if no server responded. */
export async function walkSpf(domain: string, lookups: PolicyLookups): Promise<SpfFacts | null> {
  const records = await lookups.texts(domain, isSpf)
  if (records === null) return null
  if (records.length === 0) return { records, lookups: 0, all: 0, problems: ['there is no SPF record'] }
  if (records.length > 1)
    return { records, lookups: 0, all: 0, problems: [`there are ${records.length} SPF records; receivers accept one`] }
  const walk = new SpfWalk(lookups)
  const all = await walk.follow(domain, parseSpf(records[0]!), [domain])
  return { records, lookups: walk.count, all: all ?? 0, problems: walk.listProblems() }
}

class SpfWalk {
  count = 0
  readonly #problems: string[] = []
  #voids = 0
  readonly #lookups: PolicyLookups

  constructor(lookups: PolicyLookups) {
    this.#lookups = lookups
  }

  listProblems(): string[] {
    const costs = this.count > maxLookups ? [`it needs ${this.count} lookups; receivers stop at ${maxLookups}`] : []
    const voids =
      this.#voids > maxVoidLookups
        ? [`${this.#voids} of its lookups find nothing; receivers stop at ${maxVoidLookups}`]
        : []
    return [...new Set([...this.#problems, ...costs, ...voids])].slice(0, 10)
  }

  /** The `all` of the record, including its redirect; null if there is none. */
  async follow(domain: string, record: SpfRecord, path: readonly string[]): Promise<number | null> {
    const where = path.length > 1 ? ` (in the record of ${domain})` : ''
    this.#problems.push(...record.problems.map((problem) => `${problem}${where}`))
    for (const term of record.terms) {
      if (term.name === 'all') return strength[term.qualifier]
      if (term.name === 'ip4' || term.name === 'ip6') continue
      if (!this.#spend()) return null
      if (term.name === 'include') await this.#enter(term.domain, path)
      else if (!hasMacro(term.domain)) await this.#resolve(term.name, term.domain || domain)
    }
    if (record.redirect === null || !this.#spend()) return null
    return this.#enter(record.redirect, path)
  }

  #spend(): boolean {
    this.count += 1
    return this.count <= maxFollowed
  }

  async #enter(target: string, path: readonly string[]): Promise<number | null> {
    // The result of a macro depends on the message.
    if (hasMacro(target)) return null
    const domain = target.toLowerCase().replace(/\.$/, '')
    if (path.includes(domain)) return this.#fail(`the record of ${domain} includes itself`)
    const records = await this.#lookups.texts(domain, isSpf)
    if (records === null) return this.#fail(`the record of ${domain} cannot be looked up`)
    if (records.length !== 1)
      return this.#fail(`${domain} has ${records.length === 0 ? 'no SPF record' : 'several SPF records'}`)
    return this.follow(domain, parseSpf(records[0]!), [...path, domain])
  }

  #fail(problem: string): null {
    this.#problems.push(problem)
    return null
  }

  async #resolve(kind: 'a' | 'mx' | 'ptr' | 'exists', domain: string): Promise<void> {
    if (kind === 'ptr') return
    const answer = await this.#lookups.find(domain, kind === 'mx' ? 'MX' : 'A')
    if (!answer) return
    if (kind === 'mx' && answer.records.length > maxMx)
      this.#problems.push(`mx of ${domain} resolves to ${answer.records.length} hosts; receivers stop at ${maxMx}`)
    const isEmpty = answer.records.length === 0 && !(kind === 'a' && (await this.#hasSix(domain)))
    if (isEmpty) this.#voids += 1
  }

  async #hasSix(domain: string): Promise<boolean> {
    return ((await this.#lookups.find(domain, 'AAAA'))?.records.length ?? 0) > 0
  }
}
