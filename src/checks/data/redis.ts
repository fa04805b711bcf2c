import { type ConfigOf, number, text } from '../../domain/field.ts'
import { RedisClient } from '../../protocols/data/redis.ts'
import { Refusal } from '../../protocols/data/reply.ts'
import { defineCheck, metricsOf } from '../define.ts'
import { hostMaybePort } from '../targets.ts'
import { databaseDiagnoses, databaseMetrics, databaseRules } from './database-metrics.ts'
import { type ValueSession, databaseAt, loginCredentials, loginFields, withDatabase } from './database.ts'

const metric = metricsOf('redis')
const usualPort = 6379

const { expectValueRegexp, timeoutSeconds, ipVersion, ...connection } = loginFields
const config = {
  ...connection,
  database: number({ group: 'login', help: 'Number of the database', min: 0, max: 1_000_000, default: 0 }),
  key: text({
    group: 'request',
    advanced: false,
    help: 'Key whose value is read; of a list, set, hash or stream, the number of its entries is the value',
    maxLength: 1000,
  }),
  expectValueRegexp,
  timeoutSeconds,
  ipVersion,
}

type RedisConfig = ConfigOf<typeof config>

const full =
  'When the memory is used up, Redis rejects writes or evicts keys, depending on its maxmemory-policy. ' +
  'Check which keys grow and whether they expire.'

export const redis = defineCheck({
  type: 'redis',
  aliases: ['valkey'],
  title: 'Redis and Valkey',
  category: 'data',
  summary: 'Connects to a Redis or Valkey server, logs in, reads a key, and measures memory and replication.',
  target: hostMaybePort({
    description: 'The Redis or Valkey server, with a port if it is not 6379',
    examples: ['cache.example.com', 'cache.example.com:6380'],
  }),
  recognizes: (pasted) => databaseAt(pasted, { schemes: ['redis', 'rediss', 'valkey', 'valkeys'], port: usualPort }),
  config,
  credentials: loginCredentials,
  metrics: [
    ...databaseMetrics(metric),
    metric('ping_ms', {
      description: 'Time until the reply to PING',
      unit: 'ms',
      phase: 4,
      says: 'the reply to PING takes {}',
      diagnosis: 'Redis runs one command after another. Check its slow log for commands that take long.',
    }),
    metric('key_exists', {
      description: 'The key exists (1 yes)',
      unit: 'flag',
      cause: 'content',
      says: { yes: 'the key exists', no: 'the key does not exist' },
      diagnosis: 'The key expired, was evicted or never written. Check what writes it.',
    }),
    metric('memory_bytes', {
      description: 'Memory in use',
      unit: 'bytes',
      says: 'the server uses {} of memory',
      diagnosis: full,
    }),
    metric('memory_used_pct', {
      description: 'Used share of the memory that is allowed, if it is limited',
      unit: 'percent',
      usual: '>=',
      says: '{} of the allowed memory is used',
      diagnosis: full,
    }),
  ],
  diagnoses: databaseDiagnoses,
  defaultRules: databaseRules('redis', 'password'),
  run: (job, context) =>
    withDatabase(job, context, { type: 'redis', usualPort, talk: (session) => inspect(session, job.config) }),
})

async function inspect(session: ValueSession, config: RedisConfig): Promise<void> {
  const { username, password = '', database, key } = config
  const client = new RedisClient(session.lines)
  if (config.tlsMode === 'required') await session.encrypt()
  if (username || password) {
    const command = username ? ['AUTH', username, password] : ['AUTH', password]
    await session.authenticate(async () => void (await client.ask(...command)), isAboutAccount)
  }
  const causeOf = (refusal: Refusal) => (isAboutAccount(refusal) ? 'auth' : 'other')
  await session.required(() => session.timed('ping_ms', () => client.ask('PING')), causeOf)
  if (database > 0) await session.required(() => client.ask('SELECT', String(database)))
  if (key) await readKey(session, client, { ...config, key })
  await session.optional(async () => observe(session, (await client.ask('INFO')) ?? ''))
}

const isAboutAccount = ({ code, message }: Refusal): boolean =>
  ['WRONGPASS', 'NOAUTH', 'NOPERM'].includes(code) || /\b(password|AUTH)\b/.test(message)

async function readKey(
  session: ValueSession,
  client: RedisClient,
  config: RedisConfig & { key: string },
): Promise<void> {
  const read = (): Promise<string | null> =>
    client.ask('GET', config.key).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'WRONGTYPE') return countEntries(client, config.key)
      throw error
    })
  const value = await session.required(() => session.timed('query_ms', read))
  session.measure('key_exists', value === null ? 0 : 1)
  session.compare(value, config)
}

const counts: Readonly<Record<string, string>> = {
  list: 'LLEN',
  set: 'SCARD',
  zset: 'ZCARD',
  hash: 'HLEN',
  stream: 'XLEN',
}

async function countEntries(client: RedisClient, key: string): Promise<string | null> {
  const count = counts[(await client.ask('TYPE', key)) ?? '']
  return count ? client.ask(count, key) : null
}

function observe(session: ValueSession, info: string): void {
  const valueOf = (name: string): string | undefined => {
    const at = info.indexOf(`\n${name}:`)
    return at === -1 ? undefined : info.slice(at + name.length + 2, info.indexOf('\r', at))
  }
  const numberOf = (name: string): number | undefined => {
    const value = valueOf(name)
    return value ? Number(value) : undefined
  }
  session.show('version', session.quote(valueOf('valkey_version') ?? valueOf('redis_version') ?? ''))
  const isReplica = valueOf('role') === 'slave'
  const isUp = valueOf('master_link_status') === 'up'
  session.observeState({
    open: numberOf('connected_clients'),
    allowed: numberOf('maxclients'),
    replicas: numberOf('connected_slaves'),
    isReplica: isReplica ? 1 : 0,
    isReplicating: isReplica ? Number(isUp) : undefined,
    // The primary sends something every ten seconds at least.
    lagSeconds: isReplica
      ? numberOf(isUp ? 'master_last_io_seconds_ago' : 'master_link_down_since_seconds')
      : undefined,
  })
  const [used, allowed] = [numberOf('used_memory'), numberOf('maxmemory')]
  session.measure('memory_bytes', used)
  if (used !== undefined && allowed) session.measure('memory_used_pct', Math.min((used / allowed) * 100, 100))
}
