// Fetches scripts separately from their pages and hashes their content.
import { TargetDown } from '../../../domain/outcome.ts'
import { withTimeLimit } from '../../../domain/limits/time-limit.ts'
import type { RunContext } from '../../run.ts'
import { varies } from './changes.ts'
import { inParallel } from '../../in-parallel.ts'
import { shortHash } from './inspect-page.ts'

interface ScriptFetch {
  readonly addresses: readonly string[]
  /** New scripts are fetched twice, to detect content that varies. */
  readonly isNew: (address: string) => boolean
  readonly ipVersion: 'any' | 'ip4' | 'ip6'
  /** Timeout of all scripts together. */
  readonly ms: number
}

export interface FetchedScripts {
  readonly contents: ReadonlyMap<string, string>
  /** Scripts that failed or timed out. */
  readonly missing: readonly string[]
}

const maxScripts = 60
const maxBytes = 2 * 1_048_576
const atOnce = 4
const maxRedirects = 5

/** A script that cannot be fetched is no failure of its page. */
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
  const response = await net.request({ url, method: 'GET', maxRedirects, verify: true, maxBytes, ...reach })
  if (response.status !== 200) throw new TargetDown('http_status', `responded with HTTP ${response.status}`)
  return shortHash(response.body)
}

function onlyTargets(error: unknown): void {
  if (!(error instanceof TargetDown)) throw error
}
