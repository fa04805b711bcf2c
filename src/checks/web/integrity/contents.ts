// The content of scripts: fetched apart from their pages, and reduced to hashes.
import { TargetDown } from '../../../domain/outcome.ts'
import { withTimeLimit } from '../../../domain/limits/time-limit.ts'
import type { RunContext } from '../../run.ts'
import { varies } from './changes.ts'
import { inParallel } from '../../in-parallel.ts'
import { shortHash } from './inspect-page.ts'

interface ScriptFetch {
  readonly addresses: readonly string[]
  /** Their content was never seen: they are asked for twice, to know whether it stays the same. */
  readonly isNew: (address: string) => boolean
  readonly ipVersion: 'any' | 'ip4' | 'ip6'
  /** What they may take together. */
  readonly ms: number
}

export interface FetchedScripts {
  readonly contents: ReadonlyMap<string, string>
  /** Those that did not answer, or for which there was no time. */
  readonly missing: readonly string[]
}

const maxScripts = 60
const maxBytes = 2 * 1_048_576
const atOnce = 4
const maxRedirects = 5

/** A script that cannot be fetched says nothing about its page. */
export async function fetchScripts(context: RunContext, fetching: ScriptFetch): Promise<FetchedScripts> {
  const { clock, signal } = context
  const { addresses, isNew, ms } = fetching
  const contents = new Map<string, string>()
  const fetchOne = async (address: string, within: AbortSignal): Promise<void> => {
    const content = await contentOf(address, context, { ...fetching, within })
    const isStable = !isNew(address) || content === (await contentOf(address, context, { ...fetching, within }))
    contents.set(address, isStable ? content : varies)
  }
  await withTimeLimit({ clock, signal, ms }, (within) =>
    inParallel(addresses.slice(0, maxScripts), atOnce, (address) => fetchOne(address, within).catch(onlyTargets)),
  )
  return { contents, missing: addresses.filter((address) => !contents.has(address)) }
}

async function contentOf(
  address: string,
  { net }: RunContext,
  { within, ipVersion }: { within: AbortSignal; ipVersion: 'any' | 'ip4' | 'ip6' },
): Promise<string> {
  const url = new URL(address)
  const reach = { ipVersion, signal: within }
  const answer = await net.request({ url, method: 'GET', maxRedirects, verify: true, maxBytes, ...reach })
  if (answer.status !== 200) throw new TargetDown('http_status', `responded with HTTP ${answer.status}`)
  return shortHash(answer.body)
}

function onlyTargets(error: unknown): void {
  if (!(error instanceof TargetDown)) throw error
}
