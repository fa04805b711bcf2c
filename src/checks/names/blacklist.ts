import { isIP } from 'node:net'
import { flag, number } from '../../domain/field.ts'
import type { CheckMemory } from '../../domain/outcome.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { hostNames, ipVersion, resolver } from '../fields.ts'
import { domainOrIp, isIp } from '../targets.ts'
import { counted } from '../../domain/alerting/sentence.ts'
import { type List, builtInLists, listsFor, zoneName } from './blacklist/lists.ts'
import { type BlacklistEntry, type Results, isFor, lookUpAll } from './blacklist/lookups.ts'
import { type Subjects, subjectsOf } from './blacklist/subjects.ts'
import { compare, maxPerHour } from '../changes.ts'
import { wholeCheck } from '../metric-text.ts'

const metric = metricsOf('blacklist')

export const blacklist = defineCheck({
  type: 'blacklist',
  title: 'Blacklists',
  category: 'names',
  summary: 'Checks whether a domain, its addresses or its mail servers are on DNS blacklists.',
  target: domainOrIp({
    description: 'A domain (the name, its addresses and those of its mail servers) or one IP address',
    examples: ['example.com', '192.0.2.1', '2001:db8::1'],
  }),
  recognizes: ({ domain, ip, isBare }) => {
    if (ip !== null) return { fit: 70, target: ip }
    return domain === null ? null : { fit: isBare ? 75 : 14, target: domain }
  },
  config: {
    lists: hostNames({
      group: 'request',
      help: 'Zones of the lists to query; by default the built-in lists',
      maxItems: 100,
    }),
    excludeLists: hostNames({ group: 'request', help: 'Zones of lists to skip', maxItems: 100 }),
    checkIps: flag({
      label: 'Look up addresses',
      group: 'request',
      help: 'Look up the IP addresses of the target',
      default: true,
    }),
    checkDomain: flag({
      label: 'Look up the name',
      group: 'request',
      help: 'Look up the domain name itself on the lists of names',
      default: true,
    }),
    includeMx: flag({
      label: 'Include mail servers',
      group: 'request',
      help: 'Look up the IP addresses of the mail servers too',
      default: true,
    }),
    captureReasons: flag({ help: 'Query the reason of each listing (TXT record)', default: true }),
    resolver,
    timeoutSeconds: number({ help: 'Timeout of one query in seconds', min: 1, max: 60, default: 10 }),
    ipVersion,
  },
  minIntervalSeconds: 3600,
  metrics: [
    metric('listed_count', {
      description: 'Listings found on all lists',
      unit: 'count',
      severity: 'critical',
      says: counted('listing was found', 'listings were found', 'no listing was found'),
      diagnosis:
        'Mail is rejected or filed as spam. Find out what was sent, stop it, then ask the lists in the ' +
        'evidence to remove the entry.',
    }),
    metric('listed_major_count', {
      description: 'Listings found on the lists that most mail servers use',
      unit: 'count',
      severity: 'critical',
      says: counted(
        'listing was found on major lists',
        'listings were found on major lists',
        'no listing was found on major lists',
      ),
      diagnosis:
        'Mail is rejected or filed as spam. Find out what was sent, stop it, then ask the lists in the ' +
        'evidence to remove the entry.',
    }),
    metric('new_listings', {
      description: 'Listings that the previous check did not find',
      unit: 'count',
      severity: 'critical',
      says: counted('new listing was found', 'new listings were found', 'no new listing was found'),
      diagnosis:
        'Mail is rejected or filed as spam. Find out what was sent, stop it, then ask the lists in the ' +
        'evidence to remove the entry.',
    }),
    metric('delisted', {
      description: 'Listings of the previous check that are gone',
      unit: 'count',
      says: counted('listing was removed', 'listings were removed', 'no listing was removed'),
      diagnosis:
        'This is good if you requested it. Lists also remove entries automatically, and add them again if ' +
        'spam continues: check the cause.',
    }),
    metric('listed_ips', {
      description: 'IP addresses with at least one listing',
      unit: 'count',
      says: counted('address is listed', 'addresses are listed', 'no address is listed'),
      diagnosis:
        'Mail is rejected or filed as spam. Find out what was sent, stop it, then ask the lists in the ' +
        'evidence to remove the entry.',
    }),
    metric('domain_listed', {
      description: 'Domain name itself is listed (1 yes)',
      unit: 'flag',
      severity: 'critical',
      says: { yes: 'the domain itself is listed', no: 'the domain itself is not listed' },
      diagnosis: {
        yes:
          'Mail that mentions the domain is rejected, no matter who sends it. ' +
          'Check whether the site was hacked or the name is abused, then request removal.',
      },
    }),
    metric('lists_checked', {
      description: 'Lists that were queried',
      unit: 'count',
      usual: '<',
      says: counted('list was queried', 'lists were queried'),
      diagnosis: 'Lists were added to or removed from the monitor. Check whether that was intended.',
    }),
    metric('lists_answered_pct', {
      description: 'Share of the lists that gave a valid response',
      unit: 'percent',
      usual: '<',
      says: '{} of the lists gave a valid response',
      diagnosis:
        'Many lists refuse large public resolvers. Set your own resolver in the monitor, and check whether it ' +
        'can reach them.',
    }),
    metric('lists_errored', {
      description: 'Lists that refused, failed or sent an invalid response',
      unit: 'count',
      says: counted('list gave no valid response', 'lists gave no valid response', 'all lists gave a valid response'),
      diagnosis:
        'Many lists refuse large public resolvers. Set your own resolver in the monitor, or remove these lists.',
    }),
    metric('check_time_ms', {
      ...wholeCheck,
      diagnosis:
        'Some lists respond slowly; the evidence shows which. ' +
        'Set your own resolver in the monitor, or remove these lists.',
    }),
  ],
  diagnoses: {
    dns:
      'The lists could not be queried, or the name has no address. ' +
      "Check the monitor's resolver and the target's records.",
    timeout:
      "The name servers did not respond in time. Check whether they run and whether the monitor's resolver " +
      'reaches them.',
    connect:
      'The name server cannot be reached. Check whether it runs and whether the monitor uses the right resolver.',
  },
  defaultRules: [
    availability,
    { name: 'Listed', metric: "metrics['blacklist.listed_count']", operator: '>', value: '0', severity: 'critical' },
    {
      name: 'Lists Unreachable',
      metric: "metrics['blacklist.lists_answered_pct']",
      operator: '<',
      value: '50',
      severity: 'warning',
    },
  ],
  receives: { memory: true },
  async run({ target, config, known, deadlineMs }, context) {
    const { clock, observed } = context
    const start = clock.monotonicMs()
    const subjects = await subjectsOf(target, config, context)
    const all = [...(subjects.name === null ? [] : [subjects.name]), ...subjects.addresses.keys()]
    const lists = listsFor(config).filter((list) => all.some((subject) => isFor(list, subject)))
    const withinMs = Math.max(deadlineMs - (clock.monotonicMs() - start) - marginMs, 200)
    const results = await lookUpAll(all, lists, {
      ...config,
      timeoutMs: Math.min(withinMs / 4, 5000),
      withinMs,
      context,
    })
    Object.assign(observed.metrics, measure(results, lists))
    Object.assign(observed.evidence, evidenceOf(subjects, results))
    const comparison = { subject: target, known, config, now: clock.now() }
    const { fresh, gone, isFirst, remember } = changesOf(results, lists, comparison)
    observed.remember = remember
    if (!isFirst) {
      observed.metrics['blacklist.new_listings'] = fresh.length
      observed.metrics['blacklist.delisted'] = gone.length
      if (fresh.length + gone.length > 0) Object.assign(observed.evidence, { new: fresh, delisted: gone })
    }
    observed.metrics['blacklist.check_time_ms'] = clock.monotonicMs() - start
  },
  examine({ lists = [], excludeLists = [], checkIps = true, checkDomain = true }, target) {
    const excluded = excludeLists.map(zoneName)
    const problems = []
    if (!checkIps && isIp(target)) problems.push('checkIps: must be true when the target is an IP address')
    else if (!checkIps && !checkDomain) problems.push('checkDomain: must be true when checkIps is false')
    const queried = lists.length > 0 ? lists.map(zoneName) : builtInLists.map(({ zone }) => zone)
    if (queried.every((zone) => excluded.includes(zone))) problems.push('excludeLists: leaves no list to query')
    return problems
  },
})

/** Lookups end this long before the deadline of the check, which is also that of one lookup. */
const marginMs = 500

function measure({ listings, errored }: Results, lists: readonly List[]): Record<string, number> {
  const metrics: Record<string, number> = {
    'blacklist.lists_checked': lists.length,
    'blacklist.lists_errored': errored.size,
    'blacklist.lists_answered_pct': lists.length === 0 ? 0 : ((lists.length - errored.size) / lists.length) * 100,
  }
  // Without any response it is unknown whether the target is listed.
  if (errored.size === lists.length) return metrics
  const subjects = new Set(listings.map(({ subject }) => subject))
  return {
    ...metrics,
    'blacklist.listed_count': listings.length,
    'blacklist.listed_major_count': listings.filter(({ list }) => list.isMajor).length,
    'blacklist.listed_ips': [...subjects].filter((subject) => isIP(subject) !== 0).length,
    'blacklist.domain_listed': [...subjects].some((subject) => isIP(subject) === 0) ? 1 : 0,
  }
}

interface BlacklistChanges {
  readonly fresh: readonly string[]
  readonly gone: readonly string[]
  readonly isFirst: boolean
  readonly remember: CheckMemory | undefined
}

/** Skips lists that failed: their earlier listings stay as they are. */
function changesOf(
  { listings, errored }: Results,
  lists: readonly List[],
  { known, ...comparison }: { subject: string; known: CheckMemory | undefined; config: object; now: Date },
): BlacklistChanges {
  const responding = lists.filter(({ zone }) => !errored.has(zone))
  const on = ({ zone }: List): string[] =>
    listings.filter(({ list }) => list.zone === zone).map(({ subject }) => subject)
  const current = Object.fromEntries(responding.map((list) => [list.zone, on(list).sort().join(' ')]))
  const { before, remember } = compare(known, current, { ...comparison, changeMs: maxPerHour })
  const pairs = (facts: Readonly<Record<string, string>>): string[] =>
    responding.flatMap(({ zone }) =>
      (facts[zone] ?? '')
        .split(' ')
        .filter(Boolean)
        .map((subject) => `${subject} on ${zone}`),
    )
  const [then, today] = [new Set(pairs(before ?? {})), new Set(pairs(current))]
  const isKnown = (pair: string): boolean => before?.[pair.slice(pair.lastIndexOf(' ') + 1)] !== undefined
  return {
    fresh: [...today].filter((pair) => isKnown(pair) && !then.has(pair)),
    gone: [...then].filter((pair) => !today.has(pair)),
    isFirst: before === null,
    remember,
  }
}

function evidenceOf({ name, addresses }: Subjects, { listings, errored }: Results): Record<string, unknown> {
  return {
    looked_up: [
      ...(name === null ? [] : [name]),
      ...[...addresses].map(([address, host]) => (address === host ? address : `${address} (${host})`)),
    ],
    ...(listings.length > 0 && { listings: listings.map(inWords) }),
    ...(errored.size > 0 && { no_answer: [...errored].map(([list, reason]) => ({ list, reason })) }),
  }
}

function inWords({ subject, list, reasons }: BlacklistEntry): Record<string, string> {
  return {
    what: subject,
    list: list.name === list.zone ? list.zone : `${list.name} (${list.zone})`,
    reason: reasons.join('; '),
    ...(list.removal !== '' && { removal: list.removal }),
  }
}
