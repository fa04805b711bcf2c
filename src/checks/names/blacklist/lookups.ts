// All lookups of one check: queries every list for every subject.
import { isIPv4, isIP } from 'node:net'
import { TargetDown } from '../../../domain/outcome.ts'
import { DeadlinePassed, waitAtMost, withTimeLimit } from '../../../domain/limits/time-limit.ts'
import { reverseName } from '../../../net/dns/query.ts'
import type { RecordType, Records } from '../../../net/index.ts'
import type { RunContext } from '../../run.ts'
import { type List, meaningOf } from './lists.ts'

export interface BlacklistEntry {
  readonly subject: string
  readonly list: List
  readonly reasons: readonly string[]
}

export interface Results {
  readonly listings: readonly BlacklistEntry[]
  /** Why a list gave no valid response, by zone. */
  readonly errored: ReadonlyMap<string, string>
}

export interface BlacklistLookupOptions {
  readonly resolver: string | undefined
  readonly ipVersion: 'any' | 'ip4' | 'ip6'
  /** Timeout of one lookup; `withinMs` is that of all. */
  readonly timeoutMs: number
  readonly withinMs: number
  readonly captureReasons: boolean
}

const atOnce = 48
const maxReason = 200

export async function lookUpAll(
  subjects: readonly string[],
  lists: readonly List[],
  around: BlacklistLookupOptions & { context: RunContext },
): Promise<Results> {
  const listings: BlacklistEntry[] = []
  const errored = new Map<string, string>()
  const questions = subjects.flatMap((subject) => {
    const before = questionBefore(subject)
    return lists
      .filter((list) => isFor(list, subject))
      .map((list) => ({ subject, list, name: `${before}.${list.zone}` }))
  })
  let asking = around
  const worker = async (): Promise<void> => {
    for (let next = questions.shift(); next; next = questions.shift()) {
      // Skip lists that have failed once.
      if (errored.has(next.list.zone)) continue
      const found = await lookUp(next.name, next.list, asking)
      if ('problem' in found) errored.set(next.list.zone, found.problem)
      else if (found.reasons.length > 0)
        listings.push({ subject: next.subject, list: next.list, reasons: found.reasons })
    }
  }
  // Lookups that timed out end with the others.
  await withTimeLimit({ ...around.context, ms: around.withinMs }, (signal) => {
    asking = { ...around, context: { ...around.context, signal } }
    return Promise.all(Array.from({ length: atOnce }, worker))
  })
  return { listings: listings.filter(({ list }) => !errored.has(list.zone)).sort(inOrder), errored }
}

export function isFor({ knows }: List, subject: string): boolean {
  return knows.includes(isIP(subject) === 0 ? 'name' : isIPv4(subject) ? 'ip4' : 'ip6')
}

type BlacklistFinding = { readonly reasons: readonly string[] } | { readonly problem: string }

async function lookUp(
  name: string,
  list: List,
  around: BlacklistLookupOptions & { context: RunContext },
): Promise<BlacklistFinding> {
  if (name.length > 253) return { reasons: [] }
  try {
    const answers = await ask(name, 'A', around)
    if (answers.length === 0) return { reasons: [] }
    const meaning = meaningOf(
      list,
      answers.map(({ address }) => address),
    )
    if ('refused' in meaning) return { problem: meaning.refused }
    return { reasons: [...meaning.listed, ...(await saidReasons(name, around))] }
  } catch (error) {
    if (!(error instanceof TargetDown) || around.context.signal.aborted) throw error
    return { problem: error.message }
  }
}

/** The list's own explanation of a listing, which is optional. */
async function saidReasons(name: string, around: BlacklistLookupOptions & { context: RunContext }): Promise<string[]> {
  if (!around.captureReasons) return []
  try {
    return (await ask(name, 'TXT', around)).slice(0, 2).map((text) => text.slice(0, maxReason))
  } catch (error) {
    if (!(error instanceof TargetDown) || around.context.signal.aborted) throw error
    return []
  }
}

async function ask<T extends RecordType>(
  name: string,
  type: T,
  { resolver, ipVersion, timeoutMs, context }: BlacklistLookupOptions & { context: RunContext },
): Promise<readonly Records[T][]> {
  const question = { name, type, resolver, ipVersion }
  const { net, clock, signal } = context
  // The query continues until the check ends: cancelling it would cancel all others.
  const query = net.query({ ...question, signal })
  const { records } = await waitAtMost({ clock, ms: timeoutMs, late: () => timedOut(timeoutMs) }, query)
  return records
}

function timedOut(ms: number): never {
  throw new TargetDown('timeout', new DeadlinePassed(ms).message)
}

/** `192.0.2.1` at `zen.example` is `1.2.0.192.zen.example`; a name stays as it is. */
export function questionBefore(subject: string): string {
  return isIP(subject) === 0 ? subject : reverseName(subject).replace(/\.(in-addr|ip6)\.arpa$/, '')
}

const inOrder = (one: BlacklistEntry, other: BlacklistEntry): number =>
  Number(other.list.isMajor) - Number(one.list.isMajor) ||
  one.subject.localeCompare(other.subject) ||
  one.list.zone.localeCompare(other.list.zone)
