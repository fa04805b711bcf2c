// The registration of a domain: from the answers that all monitors share, or from its registry.
import { TargetDown, type Cause } from '../../../domain/outcome.ts'
import { type CachedValue, type SharedAnswers, nothingShared } from '../../../domain/checking/shared-answer.ts'
import { withTimeLimit } from '../../../domain/limits/time-limit.ts'
import { bundledServers, isBootstrap, serversIn } from '../../../protocols/registry/bootstrap.ts'
import { queryRdap, getJson, jsonOf } from '../../../protocols/registry/rdap.ts'
import { RequestTooLarge } from '../../../protocols/registry/refused.ts'
import type { Registration } from '../../../protocols/registry/registration.ts'
import { readWhois } from '../../../protocols/registry/whois-answer.ts'
import { queryWhois, whoisServerOf } from '../../../protocols/registry/whois.ts'
import type { RunContext } from '../../run.ts'

export interface FoundRegistration {
  readonly registration: Registration
  readonly by: 'RDAP' | 'WHOIS'
  readonly server: string
  readonly requestedAt: string
  readonly tookMs: number
  /** Why there is no newer one. */
  readonly problem?: string
}

export interface RegistryQuestion {
  readonly domain: string
  readonly method: 'auto' | 'rdap' | 'whois'
  readonly ipVersion: 'any' | 'ip4' | 'ip6'
  readonly shared: SharedAnswers | undefined
}

/** The shared form: the last response, and the error of a later request. */
interface SharedAnswer {
  readonly found: FoundRegistration | null
  readonly failure: { readonly reason: Cause; readonly message: string } | null
}

/** Servers of a registry. */
interface Registry {
  readonly rdap: readonly string[] | null
  readonly whois: string | null
}

const hour = 3_600_000
// One request per domain and day; it must expire before the next daily check.
const freshForMs = 23 * hour
const failedForMs = hour / 6
const bootstrapFreshForMs = 7 * 24 * hour
// Errors that the registry itself reports apply to all monitors; connection errors may be specific to this monitor.
const saidByRegistry: readonly Cause[] = ['http_status', 'content']

export async function findRegistration(question: RegistryQuestion, context: RunContext): Promise<FoundRegistration> {
  const { answer, mayAsk } = question.shared ?? nothingShared
  const known = answer?.value as SharedAnswer | undefined
  if (known && answer?.isFresh) return usable(known)
  if (!mayAsk) return older(known, 'the registry has other requests running or asked for a pause')
  try {
    return await ask(question, context)
  } catch (error) {
    if (!(error instanceof TargetDown)) throw error
    const { learned } = context.observed
    if (error instanceof RequestTooLarge) {
      context.observed.learned = { ...learned, pauseMs: error.pauseMs }
      return older(known, error.message)
    }
    const failure = { reason: error.reason, message: error.message }
    if (saidByRegistry.includes(error.reason)) {
      const value: SharedAnswer = { found: known?.found ?? null, failure }
      context.observed.learned = { ...learned, answer: { value, freshForMs: failedForMs } }
    }
    throw error
  }
}

function usable({ found, failure }: SharedAnswer): FoundRegistration {
  if (failure) throw new TargetDown(failure.reason, failure.message)
  return found!
}

function older(known: SharedAnswer | undefined, problem: string): FoundRegistration {
  if (known?.found) return { ...known.found, problem }
  throw new Error(`not checked: ${problem}`)
}

async function ask(question: RegistryQuestion, context: RunContext): Promise<FoundRegistration> {
  const { clock, observed } = context
  const registry = await registryOf(question, context)
  const start = clock.monotonicMs()
  const response = await (usesRdap(question, registry)
    ? byRdap(question, registry, context)
    : byWhois(question, registry, context))
  const found: FoundRegistration = {
    ...response,
    requestedAt: clock.now().toISOString(),
    tookMs: clock.monotonicMs() - start,
  }
  const value: SharedAnswer = { found, failure: null }
  observed.learned = { ...observed.learned, answer: { value, freshForMs } }
  return found
}

type RegistrationSource = Pick<FoundRegistration, 'registration' | 'by' | 'server'>

function usesRdap({ method, domain }: RegistryQuestion, { rdap }: Registry): boolean {
  if (method === 'whois') return false
  if (method === 'rdap' && rdap === null)
    throw new TargetDown('other', `the registry of ${domain} has no RDAP server; set lookupMethod to auto or whois`)
  return rdap !== null
}

async function byRdap(
  question: RegistryQuestion,
  { rdap }: Registry,
  context: RunContext,
): Promise<RegistrationSource> {
  const { domain, ipVersion } = question
  const { net, clock, signal } = context
  let failed: unknown
  for (const server of rdap ?? []) {
    try {
      const registration = await queryRdap(server, domain, { net, now: clock.now(), ipVersion, signal })
      return { registration, by: 'RDAP', server: new URL(server).host }
    } catch (error) {
      if (!(error instanceof TargetDown) || signal.aborted) throw error
      failed ??= error
    }
  }
  throw failed
}

async function byWhois(
  question: RegistryQuestion,
  registry: Registry,
  context: RunContext,
): Promise<RegistrationSource> {
  const { domain, ipVersion } = question
  const { net, signal, sources, observed } = context
  const transport = { net, ipVersion, signal }
  const server = registry.whois ?? (await whoisServerOf(sources.whoisServer, domain, transport))
  const value: Registry = { ...registry, whois: server }
  // A request by WHOIS alone has not looked for RDAP servers.
  const freshForMs = question.method === 'whois' ? hour : bootstrapFreshForMs
  observed.learned = { ...observed.learned, source: { value, freshForMs } }
  const registration = readWhois(await queryWhois(server, domain, transport), server)
  return { registration, by: 'WHOIS', server }
}

/** From the IANA's list, refreshed once a week; from the bundled list if that is unavailable. */
async function registryOf(question: RegistryQuestion, context: RunContext): Promise<Registry> {
  const { domain, shared } = question
  const note = (shared?.source ?? null) as (CachedValue & { value: Registry }) | null
  if (note?.isFresh) return note.value
  const whois = note?.value.whois ?? null
  const list = question.method === 'whois' ? null : await fetchBootstrap(question, context)
  const rdap = serversIn(list, domain) ?? note?.value.rdap ?? bundledServers(domain)
  const value: Registry = { rdap, whois: list ? null : whois }
  if (question.method !== 'whois')
    context.observed.learned = { source: { value, freshForMs: list ? bootstrapFreshForMs : hour } }
  return value
}

const bootstrapMs = 4000

async function fetchBootstrap({ ipVersion }: RegistryQuestion, context: RunContext): Promise<unknown> {
  const { net, clock, sources } = context
  try {
    const url = new URL(sources.rdapBootstrapUrl)
    const answer = await withTimeLimit({ clock, signal: context.signal, ms: bootstrapMs }, (signal) =>
      getJson(net, url, { ipVersion, signal }),
    )
    const list = answer.status === 200 ? jsonOf(answer) : null
    return isBootstrap(list) ? list : null
  } catch (error) {
    if (!(error instanceof TargetDown) || context.signal.aborted) throw error
    return null
  }
}
