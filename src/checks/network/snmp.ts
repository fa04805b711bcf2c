import { type ConfigOf, choice, list, text } from '../../domain/field.ts'
import { counted } from '../../domain/alerting/sentence.ts'
import { requestDatagram } from '../../protocols/datagram-request.ts'
import { type ExchangeDatagrams, type SnmpAccess, readSnmp } from '../../protocols/snmp/client.ts'
import { oneLine } from '../account.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, port, timeout } from '../fields.ts'
import { Masker } from '../masking.ts'
import { byPort } from '../pasted.ts'
import type { CheckJob, RunContext } from '../run.ts'
import { twinProblems } from '../slugs.ts'
import { type HostAndPort, hostMaybePort } from '../targets.ts'
import { objectSlugs, observeObjects, watchedObject } from './snmp-objects.ts'

const metric = metricsOf('snmp')
const upTime = '1.3.6.1.2.1.1.3.0'
const inVersion3 = { shownWhen: { key: 'version', in: ['3'] }, group: 'login', advanced: false } as const
const keyPassword = (label: string, help: string) =>
  text({ ...inVersion3, label, help, secret: true, minLength: 8, rule: oneLine })

const config = {
  port: port({ help: 'Port to query, unless the target has one', default: 161 }),
  version: choice(['2c', '3'], {
    label: 'SNMP version',
    labels: { '2c': '2c (community)', '3': '3 (user)' },
    group: 'login',
    advanced: false,
    help: 'Version 2c sends the community unencrypted; version 3 has users, signatures and encryption',
    default: '2c',
  }),
  community: text({
    shownWhen: { key: 'version', in: ['2c'] },
    group: 'login',
    advanced: false,
    help: 'Community with read access; public when empty',
    secret: true,
    maxLength: 255,
    rule: oneLine,
  }),
  username: text({ ...inVersion3, help: 'User of version 3', maxLength: 32, rule: oneLine }),
  authAlgorithm: choice(['sha1', 'sha256'], {
    ...inVersion3,
    label: 'Authentication',
    labels: { sha1: 'SHA-1', sha256: 'SHA-256' },
    help: 'Algorithm that signs messages, if there is an authentication password',
    default: 'sha1',
  }),
  authPassword: keyPassword('Authentication password', 'Password that signs messages; none when empty'),
  privacyPassword: keyPassword('Privacy password', 'Password that encrypts messages with AES-128; none when empty'),
  oids: list(watchedObject, {
    label: 'Values',
    group: 'request',
    advanced: false,
    help: 'Values to read besides the uptime; alert rules compare them as snmp.value.<slug> and snmp.rate.<slug>',
    maxItems: 20,
    default: [],
  }),
  timeoutSeconds: timeout(10),
  ipVersion,
}

type SnmpConfig = ConfigOf<typeof config>

export const snmp = defineCheck({
  type: 'snmp',
  title: 'SNMP agent',
  category: 'network',
  summary: 'Reads values of a device over SNMP (version 2c or 3), compares them and measures how fast they change.',
  target: hostMaybePort({
    description: 'The device, with a port if it is not 161',
    examples: ['switch.example.com', '192.0.2.1:1161'],
  }),
  recognizes: (pasted) => byPort(pasted, { schemes: ['snmp'], ports: [161] }),
  config,
  credentials: {
    keys: ['community', 'authPassword', 'privacyPassword'],
    boundTo: ['port', 'version', 'username'],
  },
  metrics: [
    metric('response_ms', {
      description: 'Time until the response with the values',
      unit: 'ms',
      says: 'the response takes {}',
      diagnosis: 'The network path or the device is slow. Check the load of both, and read fewer values per check.',
    }),
    metric('uptime_s', {
      description: 'Time since the agent started (sysUpTime)',
      unit: 'seconds',
      usual: '<',
      says: 'the agent started {} ago',
      diagnosis: 'The device or its agent has restarted. Check its log and its power supply.',
    }),
    metric('missing', {
      description: 'Values that the agent does not have',
      unit: 'count',
      max: 20,
      cause: 'content',
      says: counted('value is missing', 'values are missing'),
      diagnosis:
        'The device has no such values, or the user may not read them. The evidence names them: ' +
        'check their OIDs, which can change with the firmware, and the view of the user.',
    }),
    metric('mismatches', {
      description: 'Texts that do not match their pattern',
      unit: 'count',
      max: 20,
      cause: 'content',
      severity: 'critical',
      says: counted('text does not match its pattern', 'texts do not match their pattern', 'all texts match'),
      diagnosis: 'The device reports an unexpected state. The evidence has its texts: compare them with the patterns.',
    }),
    metric('value.<slug>', {
      description: 'Number of one value',
      unit: 'number',
      cause: 'content',
      says: '{slug} is {}',
      diagnosis: 'The device reports this number itself. Check what it counts, and whether the limit is still right.',
    }),
    metric('rate.<slug>', {
      description: 'Change of one value per second',
      unit: 'number',
      cause: 'content',
      says: '{slug} changes by {} per second',
      diagnosis:
        'The rate follows from two checks. Check what the device counts, and whether the limit is still right.',
    }),
    metric('match.<slug>', {
      description: 'One text matches its pattern (1 yes)',
      unit: 'flag',
      cause: 'content',
      severity: 'critical',
      says: { yes: 'the text of {slug} matches its pattern', no: 'the text of {slug} does not match its pattern' },
      diagnosis: 'The device reports an unexpected state. The evidence has the text: compare it with the pattern.',
    }),
  ],
  diagnoses: {
    timeout:
      'Agents do not respond to a wrong community or to addresses that they do not allow. ' +
      'Check both, whether the agent runs, and whether a firewall drops UDP.',
    auth: 'The agent responds, but rejects the user. Check the user name, both passwords, the algorithms and the view.',
  },
  defaultRules: [
    availability,
    {
      name: 'Values Missing',
      metric: "metrics['snmp.missing']",
      operator: '>',
      value: '0',
      severity: 'warning',
      when: { text: 'with values', holds: ({ oids }) => Array.isArray(oids) && oids.length > 0 },
    },
    {
      name: 'Unexpected Text',
      metric: "metrics['snmp.mismatches']",
      operator: '>',
      value: '0',
      severity: 'critical',
      when: { text: 'with patterns', holds: ({ oids }) => Array.isArray(oids) && oids.some(({ pattern }) => pattern) },
    },
  ],
  examine: ({ version, username, authPassword, privacyPassword, oids = [] }) => [
    ...(version === '3' && !username ? ['username: Required with version 3'] : []),
    ...(privacyPassword && !authPassword ? ['authPassword: Required with a privacy password'] : []),
    ...twinProblems('oids', objectSlugs(oids)),
  ],
  readSteps: async ({ oids = [] }) => ({ problems: [], slugs: objectSlugs(oids) }),
  receives: { memory: true },
  run,
})

async function run(job: CheckJob<SnmpConfig, HostAndPort<number | null>>, context: RunContext): Promise<void> {
  const { target, config, known } = job
  const { net, clock, signal, observed } = context
  const masker = new Masker()
  masker.add(config.community, config.authPassword, config.privacyPassword)
  const to = { host: target.host, port: target.port ?? config.port, ipVersion: config.ipVersion, signal }
  const foreign = { cause: 'other', message: 'the agent sends responses to other requests' } as const
  const exchange: ExchangeDatagrams = async (payload, read) => {
    const { reply, address } = await requestDatagram(net, { ...to, payload, read, foreign })
    observed.evidence.address = address
    return reply
  }
  const oids = [...new Set([upTime, ...config.oids.map(({ oid }) => oid)])]
  const start = clock.monotonicMs()
  const values = await readSnmp(accessOf(config), oids, exchange)
  observed.metrics['snmp.response_ms'] = clock.monotonicMs() - start
  const subject = `${to.host}:${to.port}`
  observeObjects({ values, objects: config.oids, known, subject, now: clock.now(), masker }, observed)
}

function accessOf({ version, community, username, ...config }: SnmpConfig): SnmpAccess {
  if (version === '2c') return { community: community || 'public' }
  const { authAlgorithm: algorithm, authPassword: password, privacyPassword } = config
  const auth = password ? { algorithm, password } : null
  return { user: { username: username ?? '', auth, privacyPassword: (auth && privacyPassword) || null } }
}
