import { flag, number } from '../../domain/field.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { hostNames, ipVersion, resolver } from '../fields.ts'
import { domainOrIp, isIp } from '../targets.ts'
import { counted } from '../../domain/alerting/sentence.ts'

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
      description: 'Time for the whole check',
      unit: 'ms',
      usual: '>',
      says: 'the whole check takes {}',
      diagnosis: 'Some lists are slow to answer. See in the evidence which; a resolver of your own nearby helps.',
    }),
  ],
  diagnoses: {
    dns: 'The lists could not be asked, or the name has no address. Look at the resolver of the monitor and at the records of the target.',
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
  examine({ lists = [], excludeLists = [], checkIps = true, checkDomain = true }, target) {
    const excluded = excludeLists.map(zone)
    const problems = []
    if (!checkIps && isIp(target)) problems.push('checkIps: must be true when the target is an IP address')
    else if (!checkIps && !checkDomain) problems.push('checkDomain: must be true when checkIps is false')
    const left = lists.filter((list) => !excluded.includes(zone(list)))
    if (lists.length > 0 && left.length === 0) problems.push('excludeLists: leaves no list to ask')
    return problems
  },
})

const zone = (name: string): string => name.toLowerCase().replace(/\.$/, '')
