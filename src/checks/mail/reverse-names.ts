// The reverse DNS names of an IP address, and which of them resolve back to it.
import ipaddr from 'ipaddr.js'
import { TargetDown } from '../../domain/outcome.ts'
import { withTimeLimit } from '../../domain/limits/time-limit.ts'
import type { RunContext } from '../run.ts'

export type ReverseNames =
  | { readonly names: readonly string[]; readonly confirmed: readonly string[] }
  | { readonly names: null; readonly confirmed?: undefined; readonly problem: string }

const maxNames = 5
const patienceMs = 5000

/** A failing name server is not the mail server's fault: the names are unknown then. */
export async function reverseNames(address: string, context: RunContext, withinMs: number): Promise<ReverseNames> {
  try {
    return await withTimeLimit({ ...context, ms: Math.min(withinMs, patienceMs) }, (signal) =>
      ask(address, { ...context, signal }),
    )
  } catch (error) {
    if (error instanceof TargetDown) return { names: null, problem: error.message }
    throw error
  }
}

async function ask(address: string, { net, signal }: RunContext): Promise<ReverseNames> {
  const { records } = await net.query({ name: address, type: 'PTR', ipVersion: 'any', signal })
  const names = records.toSorted().slice(0, maxNames)
  const confirmed: string[] = []
  const type = address.includes(':') ? 'AAAA' : 'A'
  for (const name of names) {
    const answer = await net.query({ name, type, ipVersion: 'any', signal })
    if (answer.records.some((record) => isSame(record.address, address))) confirmed.push(name)
  }
  return { names, confirmed }
}

function isSame(one: string, other: string): boolean {
  return ipaddr.parse(one).toString() === ipaddr.parse(other).toString()
}
