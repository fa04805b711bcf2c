// The facts of an alert, in reading order, which all channels share.
import { objectionBegins } from '../../domain/alerting/condition.ts'
import type { Alert } from '../../domain/notifying/alert.ts'
import { clockText, durationText } from '../../domain/time/format.ts'
import { body, durationMs, inOwnTime, problem, timeText, zoneOf } from './alert-text.ts'
import { type AlertWord, languageOf, say, sayKnown, sayLimits } from './alert-words.ts'
import { type Escape, cut, oneLine } from './escape.ts'

export interface Fact {
  readonly label: string
  readonly value: string
  /** Fits beside another one. */
  readonly short: boolean
}

/** `Jonas Weber at 03:26 if nobody acknowledges`. */
function nextPageText(alert: Alert): string | null {
  const next = alert.page?.next
  if (!next || alert.kind !== 'firing') return null
  const zone = zoneOf(alert)
  const time = `${clockText(new Date(next.at), zone)}${zone === 'UTC' ? ' UTC' : ''}`
  return say(alert, '{0} at {1} if nobody acknowledges', listed(alert, next.names), time)
}

const listed = (alert: Alert, names: readonly string[]): string =>
  new Intl.ListFormat(languageOf(alert), { type: 'conjunction' }).format(names)

/** `12 of the 50 monitors that depend on it are failing too`. */
export function affectedText(alert: Alert): string | null {
  if (!alert.dependents) return null
  const { total, affected } = alert.dependents
  if (alert.kind !== 'resolved') return say(alert, affectedWords(total, affected), total, affected)
  if (affected === 0) return null
  return affected === 1
    ? say(alert, '1 monitor that depended on it failed too')
    : say(alert, '{0} monitors that depended on it failed too', affected)
}

function affectedWords(total: number, affected: number): AlertWord {
  if (affected === 0) return total === 1 ? '1 monitor depends on it' : '{0} monitors depend on it'
  if (total === 1) return 'the monitor that depends on it is failing too'
  if (affected >= total) return 'all {0} monitors that depend on it are failing too'
  return affected === 1
    ? '1 of the {0} monitors that depend on it is failing too'
    : '{1} of the {0} monitors that depend on it are failing too'
}

/** `Cloudflare has reported an incident since 13:03: Elevated errors`. */
function vendorText(alert: Alert): string | null {
  const lines = (alert.vendorReports ?? []).map(({ name, title, startedAt }) =>
    say(alert, '{0} has reported an incident since {1}: {2}', name, timeText(alert, new Date(startedAt)), title),
  )
  return lines.length > 0 ? lines.join('; ') : null
}

/** `shop 1.4.2 by ada, 4 min before it began: https://ci.example/7`. */
function deploymentText(alert: Alert): string | null {
  if (!alert.deployment) return null
  const { service, version, deployed_by: by, deployed_at: at, link } = alert.deployment
  const where = link === null ? '' : `: ${link}`
  const before = durationText(Math.max(0, failedAt(alert.incident).getTime() - new Date(at).getTime()))
  const what = version === null ? service : `${service} ${version}`
  const text =
    by === null
      ? say(alert, '{0}, {1} before it began', what, before)
      : say(alert, '{0} by {1}, {2} before it began', what, by, before)
  return `${text}${where}`
}

const failedAt = ({ failingSince, startedAt }: Alert['incident']): Date =>
  failingSince === undefined ? startedAt : new Date(failingSince)

/** `Frankfurt` of `🇩🇪 Frankfurt (eu)`, which programs get. */
export const placeName = (probe: string): string => probe.replace(/^\p{RI}{2} /u, '').replace(/ \([^()]*\)$/, '')

/** `from Frankfurt and Singapore, 34 s after it began`. */
function confirmedText(alert: Alert): string | null {
  const { confirmingProbes, incident, outageId } = alert
  if (confirmingProbes.length === 0) return null
  const places = listed(alert, confirmingProbes.map(placeName))
  const tookMs = incident.startedAt.getTime() - failedAt(incident).getTime()
  const isKnown = outageId === undefined && tookMs >= 1000
  return isKnown
    ? say(alert, 'from {0}, {1} after it began', places, durationText(tookMs))
    : say(alert, 'from {0}', places)
}

/** The facts in reading order, without those that are unknown or that the title says. */
export function facts(alert: Alert): Fact[] {
  const { monitor, rule, incident, kind, resolveReason } = alert
  const fact = factIn(alert)
  if (alert.test === 'channel' || alert.missed) return []
  const isOver = kind === 'resolved' && incident.resolvedAt !== null
  const isFiring = kind === 'firing'
  return [
    ...fact('Address', monitor?.target),
    ...fact('Before', isOver && resolveReason === null ? problem(alert) : null),
    ...fact('Since', alert.test || isOver ? null : timeText(alert, failedAt(incident)), true),
    ...fact(
      'Duration',
      isOver
        ? say(alert, '{0}, since {1}', durationText(durationMs(incident)), timeText(alert, incident.startedAt))
        : null,
    ),
    ...fact('Confirmed', isFiring ? confirmedText(alert) : null),
    ...fact('Rule', rule?.name, true),
    ...fact('Expected', isFiring && !isAvailability(rule) ? unsaid(alert, alert.expected, sayLimits) : null, true),
    ...fact('Details', isFiring ? unsaid(alert, alert.rootCauseDetail, sayKnown) : null),
    ...fact('Affected', affectedText(alert)),
    ...fact('Vendor', vendorText(alert)),
    ...fact('Deployed', isFiring ? deploymentText(alert) : null),
    ...fact('Next page', nextPageText(alert)),
    ...fact('Closed because', resolveReason && sayKnown(alert, resolveReason), true),
    ...fact('Closed by', alert.resolvedBy, true),
    ...fact('Flapping', incident.flapping ? say(alert, 'it opened and closed several times within an hour') : null),
    ...fact(
      'Rule changed',
      rule?.updatedVersion
        ? say(alert, 'from version {0} to {1} since the incident opened', rule.version, rule.updatedVersion)
        : null,
    ),
    ...fact('Sent here because', alert.inPlaceOf ? say(alert, '{0} could not be reached', alert.inPlaceOf) : null),
    ...fact(
      'Delayed',
      alert.late ? say(alert, 'Lapwing was not running when this happened, {0}', timeText(alert, alert.at)) : null,
    ),
  ].map(({ value, ...rest }) => ({ ...rest, value: inOwnTime(alert, value) }))
}

/** Its expected value is that the check succeeds. */
const isAvailability = (rule: Alert['rule']): boolean => rule?.expression.startsWith('success ') ?? false

/** Null for what the title says. */
const unsaid = (alert: Alert, text: string | null, translate: typeof sayKnown): string | null =>
  text === null || alert.incident.message.includes(text) || text.startsWith(objectionBegins)
    ? null
    : translate(alert, text)

const factIn =
  (alert: Alert) =>
  (label: AlertWord, value: string | null | undefined, short = false): Fact[] => {
    const text = oneLine(value ?? '')
    return text === '' ? [] : [{ label: say(alert, label), value: text, short }]
  }

/** The facts with values escaped and cut: short facts to `short` characters, the others to `long`. */
export function factsWithin(alert: Alert, limits: { short: number; long: number }, escape?: Escape): Fact[] {
  return facts(alert).map((each) => ({
    ...each,
    value: cut(each.value, each.short ? limits.short : limits.long, escape),
  }))
}

/** Body and facts without markup, for receivers that get title and link in fields of their own. */
export function details(alert: Alert, limit: number, text = body(alert)): string {
  const lines = facts(alert).map(({ label, value }) => `${label}: ${value}`)
  return cut([text, ...lines].join('\n'), limit)
}

/** The details with the link below them. The link is never cut; one over half the limit is left out. */
export function plainText(alert: Alert, limit: number, text = body(alert)): string {
  const link = alert.incident.url ? `\n${alert.incident.url}` : ''
  return link.length < limit / 2 ? details(alert, limit - link.length, text) + link : details(alert, limit, text)
}
