// Sends reports to Lapwing, and interprets its response.
import type { Clock } from '../domain/clock.ts'
import { readMachine } from './machine.ts'
import { type AgentResponse, post } from './requests.ts'
import type { AgentSample } from './sample.ts'
import type { AgentConfig, AgentSettings } from './settings.ts'
import type { HostSystem } from './system.ts'

export type ReportReply =
  | { readonly kind: 'taken'; readonly configVersion: number; readonly config: AgentConfig | null }
  /** Lapwing rejects everything from this agent until someone intervenes. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Lapwing rejects this report for good. */
  | { readonly kind: 'wrong'; readonly reason: string }
  /** Lapwing is unreachable or overloaded: retry later. */
  | { readonly kind: 'unreachable'; readonly reason: string }

interface ReportPayload {
  readonly system: HostSystem
  readonly version: string
  readonly samples: readonly AgentSample[]
  readonly configVersion: number | null
}

export async function report(
  settings: AgentSettings,
  { system, version, samples, configVersion }: ReportPayload,
  clock: Clock,
): Promise<ReportReply> {
  const body = {
    agent_version: version,
    sent_at: clock.now().toISOString(),
    config_version: configVersion,
    ...(await readMachine(system)),
    samples,
  }
  try {
    return meaningOf(settings, await post(settings, body, { path: '/agent/v1/report', clock }))
  } catch (error) {
    return { kind: 'unreachable', reason: `${settings.url} cannot be reached: ${inWords(error as Error)}` }
  }
}

export function meaningOf({ url }: Pick<AgentSettings, 'url'>, { status, text }: AgentResponse): ReportReply {
  const answer = jsonIn(text)
  const said = answer?.error?.message ?? `it answered with ${status}`
  if (status === 401 || status === 403) return { kind: 'refused', reason: `${url} refuses this agent: ${said}` }
  if (status === 429 || status >= 500) return { kind: 'unreachable', reason: `${url} has no time: ${said}` }
  if (status === 200 && answer?.object === 'agent_ack')
    return { kind: 'taken', configVersion: answer.config_version ?? 0, config: answer.config ?? null }
  if (status === 400 || status === 413) return { kind: 'wrong', reason: `${url} does not take this report: ${said}` }
  return {
    kind: 'unreachable',
    reason: `${url} is no Lapwing, or not one that takes reports: it answered with ${status}`,
  }
}

interface Ack {
  readonly object?: string
  readonly config_version?: number
  readonly config?: AgentConfig
  readonly error?: { readonly message?: string }
}

function jsonIn(text: string): Ack | null {
  try {
    return JSON.parse(text) as Ack
  } catch {
    return null
  }
}

const causes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there. Is Lapwing running, and is the port correct?',
  ENOTFOUND: 'its name is unknown. Is it spelled correctly, and does this machine have a name server?',
  EAI_AGAIN: 'its name could not be looked up. Does this machine have a working name server?',
  EHOSTUNREACH: 'no route leads there. Is the network up?',
  ENETUNREACH: 'no route leads there. Is the network up?',
  ETIMEDOUT: 'it does not respond. Does a firewall block the connection?',
  ECONNRESET: 'it closed the connection.',
}

export function inWords(error: Error & { code?: string; errors?: (Error & { code?: string })[] }): string {
  const code = error.code ?? error.errors?.[0]?.code ?? ''
  if (/^(CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT)/.test(code))
    return `its certificate is not trusted (${code}). Is it meant to be, and is this machine's clock right?`
  return causes[code] ?? error.message
}
