import { flag, number } from '../../domain/field.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { hostNames, ipVersion, resolver } from '../fields.ts'
import { domainOrIp, isIp } from '../targets.ts'

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
    }),
    metric('listed_major_count', {
      description: 'Listings found on the lists most mail servers heed',
      unit: 'count',
      usual: '>',
      severity: 'critical',
    }),
    metric('new_listings', {
      description: 'Listings that the check before did not find',
      unit: 'count',
      usual: '>',
      severity: 'critical',
    }),
    metric('delisted', { description: 'Listings of the check before that are gone', unit: 'count', usual: '>' }),
    metric('listed_ips', { description: 'IP addresses with at least one listing', unit: 'count', usual: '>' }),
    metric('domain_listed', {
      description: 'Domain name itself is listed (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
    metric('lists_checked', { description: 'Lists that were asked', unit: 'count', usual: '<' }),
    metric('lists_answered_pct', {
      description: 'Share of the lists that gave a valid answer',
      unit: 'percent',
      usual: '<',
    }),
    metric('lists_errored', {
      description: 'Lists that refused, failed or answered nonsense',
      unit: 'count',
      usual: '>',
    }),
    metric('check_time_ms', { description: 'Time for the whole check', unit: 'ms', usual: '>' }),
  ],
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
