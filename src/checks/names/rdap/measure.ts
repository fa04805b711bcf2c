// Measures a registration and its changes. Facts that the registry does not publish are not measured.
import { domainToASCII } from 'node:url'
import type { CheckMemory } from '../../../domain/outcome.ts'
import type { Registration } from '../../../protocols/registry/registration.ts'
import { type NamedFacts, compare, maxPerHour } from '../../changes.ts'

type RegistrationMetrics = Record<string, number>

interface ExpectedRegistration {
  readonly expectedNameservers?: readonly string[]
  readonly expectedRegistrar?: string
}

const day = 86_400_000
const holds = ['clienthold', 'serverhold']
const goings = ['redemptionperiod', 'pendingdelete', 'pendingrestore']
const locks = ['clienttransferprohibited', 'servertransferprohibited', 'locked']
/** Status codes of EPP (RFC 5731): a registry with other codes tells nothing about holds and locks. */
const epp = /^(ok|active|inactive|locked|(client|server)(hold|\w+prohibited)|pending\w+|\w+period)$/

export function measureRegistration(
  registration: Registration,
  expected: ExpectedRegistration,
  now: Date,
): RegistrationMetrics {
  if (!registration.isRegistered) return { 'rdap.registered': 0 }
  const { expiresAt, createdAt, changedAt, isSigned } = registration
  const days = (from: string | null): number | undefined =>
    from === null ? undefined : (now.getTime() - Date.parse(from)) / day
  const sinceExpiry = days(expiresAt)
  return withoutUnknown({
    registered: 1,
    days_until_expiry: sinceExpiry === undefined ? undefined : Math.floor(-sinceExpiry),
    expired: sinceExpiry === undefined ? undefined : flag(sinceExpiry >= 0),
    dnssec_signed: isSigned === null ? undefined : flag(isSigned),
    days_since_update: whole(days(changedAt)),
    domain_age_days: whole(days(createdAt)),
    ...statusFlags(registration.statuses),
    ...matches(registration, expected),
  })
}

type Maybe = Record<string, number | undefined>

function statusFlags(statuses: readonly string[]): Maybe {
  if (!statuses.some((status) => epp.test(status))) return {}
  const has = (some: readonly string[]): number => flag(statuses.some((status) => some.includes(status)))
  return { on_hold: has(holds), pending_delete: has(goings), transfer_locked: has(locks) }
}

function matches({ nameServers, registrar }: Registration, expected: ExpectedRegistration): Maybe {
  const { expectedNameservers: names = [], expectedRegistrar: part = '' } = expected
  const wanted = names.map((name) => domainToASCII(name.replace(/\.$/, '').toLowerCase())).sort()
  return {
    nameservers_match: wanted.length === 0 ? undefined : flag(wanted.join() === nameServers.join()),
    registrar_match:
      part === '' || registrar === null ? undefined : flag(registrar.toLowerCase().includes(part.toLowerCase())),
  }
}

interface RegistrationChanges {
  readonly metrics: RegistrationMetrics
  /** Each as a sentence. */
  readonly descriptions: readonly string[]
  readonly remember: CheckMemory | undefined
}

const watched = { nameservers: 'name servers', registrar: 'registrar', status: 'status codes' }

export function measureChanges(
  registration: Registration,
  { known, ...comparison }: { subject: string; known: CheckMemory | undefined; config: object; now: Date },
): RegistrationChanges {
  const { nameServers, registrar, statuses } = registration
  const current: NamedFacts = {
    ...(nameServers.length > 0 && { nameservers: nameServers.join(' ') }),
    ...(registrar !== null && { registrar }),
    ...(statuses.length > 0 && { status: statuses.join(' ') }),
  }
  const { before, remember } = compare(known, current, { ...comparison, changeMs: maxPerHour })
  if (before === null) return { metrics: {}, descriptions: [], remember }
  const differs = (name: string): boolean =>
    before[name] !== undefined && current[name] !== undefined && before[name] !== current[name]
  const names = Object.keys(watched).filter((name) => before[name] !== undefined && current[name] !== undefined)
  return {
    metrics: withoutUnknown(Object.fromEntries(names.map((name) => [`${name}_changed`, flag(differs(name))]))),
    descriptions: Object.entries(watched)
      .filter(([name]) => differs(name))
      .map(([name, words]) => `${words}: ${before[name]} → ${current[name]}`),
    remember,
  }
}

function withoutUnknown(values: Maybe): RegistrationMetrics {
  const measured = Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== undefined)
  return Object.fromEntries(measured.map(([name, value]) => [`rdap.${name}`, value]))
}

const flag = (is: boolean): number => (is ? 1 : 0)
const whole = (days: number | undefined): number | undefined => days && Math.max(Math.floor(days), 0)
