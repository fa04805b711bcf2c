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
  summary: 'Asks DNS blacklists whether a domain, its addresses or its mail servers are listed.',
  target: domainOrIp({
    description: 'A domain (the name itself, its addresses and those of its mail servers) or one IP address',
    examples: ['example.com', '192.0.2.1', '2001:db8::1'],
  }),
  recognizes: ({ domain, ip, isBare }) => {
    if (ip !== null) return { fit: 70, target: ip }
    return domain === null ? null : { fit: isBare ? 75 : 14, target: domain }
  },
  config: {
    lists: hostNames({
      group: 'request',
      help: 'Zones of the lists to ask; the built-in lists when omitted or empty',
      maxItems: 100,
    }),
    excludeLists: hostNames({ group: 'request', help: 'Zones of lists that are not asked', maxItems: 100 }),
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
    captureReasons: flag({ help: 'Ask each listing for its reason (TXT record)', default: true }),
    resolver,
    timeoutSeconds: number({ help: 'Seconds before one query is given up', min: 1, max: 60, default: 10 }),
    ipVersion,
  },
  minIntervalSeconds: 3600,
  metrics: [
    metric('listed_count', {
      description: 'Listings found on all lists',
      unit: 'count',
      usual: '>',
      severity: 'critical',
      says: counted('listing was found', 'listings were found', 'no listing was found'),
      diagnosis:
        'Mail from there is rejected or filed as spam. Find out what was sent, stop it, then ask the lists in the evidence to take the entry out.',
    }),
    metric('listed_major_count', {
      description: 'Listings found on the lists most mail servers heed',
      unit: 'count',
      usual: '>',
      severity: 'critical',
      says: counted(
        'listing was found on major lists',
        'listings were found on major lists',
        'no listing was found on major lists',
      ),
      diagnosis:
        'Mail from there is rejected or filed as spam. Find out what was sent, stop it, then ask the lists in the evidence to take the entry out.',
    }),
    metric('new_listings', {
      description: 'Listings that the check before did not find',
      unit: 'count',
      usual: '>',
      severity: 'critical',
      says: counted('new listing was found', 'new listings were found', 'no new listing was found'),
      diagnosis:
        'Mail from there is rejected or filed as spam. Find out what was sent, stop it, then ask the lists in the evidence to take the entry out.',
    }),
    metric('delisted', {
      description: 'Listings of the check before that are gone',
      unit: 'count',
      usual: '>',
      says: counted('listing is gone', 'listings are gone', 'no listing is gone'),
      diagnosis:
        'Good news, if you have asked for it. Lists also drop entries by themselves, and take them up again when spam goes on.',
    }),
    metric('listed_ips', {
      description: 'IP addresses with at least one listing',
      unit: 'count',
      usual: '>',
      says: counted('address is listed', 'addresses are listed', 'no address is listed'),
      diagnosis:
        'Mail from there is rejected or filed as spam. Find out what was sent, stop it, then ask the lists in the evidence to take the entry out.',
    }),
    metric('domain_listed', {
      description: 'Domain name itself is listed (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
      says: { yes: 'the domain itself is listed', no: 'the domain itself is not listed' },
      diagnosis: {
        yes: 'Mail that names the domain is rejected, whoever sends it. See whether the site was broken into or the name is abused, then ask for removal.',
      },
    }),
    metric('lists_checked', {
      description: 'Lists that were asked',
      unit: 'count',
      usual: '<',
      says: counted('list was asked', 'lists were asked'),
      diagnosis: 'Lists were added to or taken out of the monitor. See whether that was meant.',
    }),
    metric('lists_answered_pct', {
      description: 'Share of the lists that gave a valid answer',
      unit: 'percent',
      usual: '<',
      says: '{} of the lists gave a valid answer',
      diagnosis:
        'Many lists refuse large public resolvers. Give the monitor a resolver of your own, and see whether that can reach them.',
    }),
    metric('lists_errored', {
      description: 'Lists that refused, failed or answered nonsense',
      unit: 'count',
      usual: '>',
      says: counted('list gave no valid answer', 'lists gave no valid answer', 'all lists gave a valid answer'),
      diagnosis:
        'Many lists refuse large public resolvers. Give the monitor a resolver of your own, or leave these lists out.',
    }),
    metric('check_time_ms', {
      ...wholeCheck,
      diagnosis: 'Some lists are slow to answer. See in the evidence which; a resolver of your own nearby helps.',
    }),
  ],
  diagnoses: {
    dns: 'The lists could not be asked, or the name has no address. Look at the resolver of the monitor and at the records of the target.',
    timeout:
      'The name servers did not answer in time. See whether they run, and whether the resolver of the monitor reaches them.',
    connect:
      'The name server that was asked cannot be reached. See whether it runs, and whether the resolver of the monitor is the right one.',
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
    Object.assign(observed.evidence, shown(subjects, results))
    const look = { subject: target, known, config, now: clock.now() }
    const { fresh, gone, isFirst, remember } = changesOf(results, lists, look)
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
    const asked = lists.length > 0 ? lists.map(zoneName) : builtInLists.map(({ zone }) => zone)
    if (asked.every((zone) => excluded.includes(zone))) problems.push('excludeLists: leaves no list to ask')
    return problems
  },
})

/** What happens before the deadline of the check, which is that of one question, too. */
const marginMs = 500

function measure({ listings, errored }: Results, lists: readonly List[]): Record<string, number> {
  const metrics: Record<string, number> = {
    'blacklist.lists_checked': lists.length,
    'blacklist.lists_errored': errored.size,
    'blacklist.lists_answered_pct': lists.length === 0 ? 0 : ((lists.length - errored.size) / lists.length) * 100,
  }
  // Where nobody answered, nobody said that it is not listed.
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

/** Lists that gave no answer are left out: what they said before neither came nor went. */
function changesOf(
  { listings, errored }: Results,
  lists: readonly List[],
  { known, ...look }: { subject: string; known: CheckMemory | undefined; config: object; now: Date },
): BlacklistChanges {
  const answered = lists.filter(({ zone }) => !errored.has(zone))
  const on = ({ zone }: List): string[] =>
    listings.filter(({ list }) => list.zone === zone).map(({ subject }) => subject)
  const current = Object.fromEntries(answered.map((list) => [list.zone, on(list).sort().join(' ')]))
  const { before, remember } = compare(known, current, { ...look, changeMs: maxPerHour })
  const pairs = (facts: Readonly<Record<string, string>>): string[] =>
    answered.flatMap(({ zone }) =>
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

function shown({ name, addresses }: Subjects, { listings, errored }: Results): Record<string, unknown> {
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
