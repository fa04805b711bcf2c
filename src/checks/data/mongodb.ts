import { type ConfigOf, text } from '../../domain/field.ts'
import { type MongodbClient, type MongodbDocument, openMongodb, plainText } from '../../protocols/data/mongodb.ts'
import type { Refusal } from '../../protocols/data/reply.ts'
import { defineCheck, metricsOf } from '../define.ts'
import { hostMaybePort } from '../targets.ts'
import { databaseDiagnoses, databaseMetrics, databaseRules } from './database-metrics.ts'
import {
  type ValueSession,
  databaseAt,
  loginCredentials,
  loginFields,
  databaseName,
  usernameProblems,
  withDatabase,
} from './database.ts'

const metric = metricsOf('mongodb')
const usualPort = 27_017

/** Commands that change nothing. */
const readCommands = [
  'ping',
  'hello',
  'buildInfo',
  'collStats',
  'connectionStatus',
  'count',
  'dbStats',
  'distinct',
  'find',
  'listCollections',
  'listDatabases',
  'replSetGetStatus',
  'serverStatus',
]

const { expectValueRegexp, timeoutSeconds, ipVersion, ...connection } = loginFields
const config = {
  ...connection,
  authDatabase: text({ group: 'login', help: 'Database that has the user', maxLength: 63, default: 'admin' }),
  database: databaseName('Database of the command; admin by default'),
  command: text({
    group: 'request',
    advanced: false,
    manyLines: true,
    placeholder: '{ "count": "orders", "query": { "state": "stuck" } }',
    help: 'Command that changes nothing, as JSON; ping by default',
    maxLength: 10_000,
    rule: commandProblem,
  }),
  valuePath: text({
    group: 'answer',
    advanced: false,
    placeholder: 'n',
    help: 'Where the value is in the result: names with dots between them; ok by default',
    maxLength: 500,
  }),
  expectValueRegexp,
  timeoutSeconds,
  ipVersion,
}

type MongodbConfig = ConfigOf<typeof config>

export const mongodb = defineCheck({
  type: 'mongodb',
  title: 'MongoDB',
  category: 'data',
  summary: 'Connects to a MongoDB server, logs in, runs a command, and measures connections and the replica set.',
  target: hostMaybePort({
    description: 'One MongoDB server, with a port if it is not 27017',
    examples: ['db.example.com', 'db.example.com:27018'],
  }),
  recognizes: (pasted) => databaseAt(pasted, { schemes: ['mongodb'], port: usualPort }),
  config,
  credentials: { keys: ['password'], boundTo: [...loginCredentials.boundTo, 'authDatabase'] },
  metrics: databaseMetrics(metric),
  diagnoses: databaseDiagnoses,
  defaultRules: databaseRules('mongodb'),
  examine: usernameProblems,
  run: (job, context) =>
    withDatabase(job, context, { type: 'mongodb', usualPort, talk: (session) => inspect(session, job.config) }),
})

function commandProblem(command: string): string | null {
  if (command === '') return null
  try {
    const [name = ''] = Object.keys(JSON.parse(command) as object)
    return readCommands.includes(name) ? null : `must begin with one of ${readCommands.join(', ')}`
  } catch {
    return 'must be JSON'
  }
}

async function inspect(session: ValueSession, config: MongodbConfig): Promise<void> {
  const { username, password = '', authDatabase, database, command, valuePath } = config
  if (config.tlsMode === 'required') await session.encrypt()
  const client = await openMongodb(session.lines)
  const hello = await session.required(
    () => client.run('admin', { hello: 1 }),
    () => 'other',
  )
  if (username) await session.authenticate(() => client.logIn(authDatabase, { username, password }), isAboutAccount)
  const wanted = { ...client.parse(command || '{"ping":1}'), ...limits(command, config.timeoutSeconds) }
  const causeOf = ({ code }: Refusal) => (code === '50' ? 'timeout' : code === '13' ? 'auth' : 'content')
  const ask = () => session.timed('query_ms', () => client.run(database || 'admin', wanted))
  const result = await session.required(ask, causeOf)
  session.compare(client.valueAt(result, valuePath || 'ok'), config)
  await session.optional(() => observeServer(session, client))
  await session.optional(() => observeReplicaSet(session, client, hello))
}

// Wrong password, unknown user, unsupported method of login.
const isAboutAccount = ({ code }: Refusal): boolean => ['18', '11', '334'].includes(code)

/** One batch, in time, also from a secondary. */
function limits(command: string | undefined, timeoutSeconds: number): MongodbDocument {
  const isFind = command !== undefined && /^\s*\{\s*"find"/.test(command)
  const readPreference = { $readPreference: { mode: 'primaryPreferred' } }
  return { ...readPreference, ...(isFind && { singleBatch: true }), maxTimeMS: timeoutSeconds * 1000 }
}

const sections = ['wiredTiger', 'metrics', 'tcmalloc', 'locks', 'repl', 'transactions', 'electionMetrics']

async function observeServer(session: ValueSession, client: MongodbClient): Promise<void> {
  const { version } = await client.run('admin', { buildInfo: 1 })
  session.show('version', session.quote(plainText(version)))
  const without = Object.fromEntries(sections.map((name) => [name, 0]))
  const { connections } = await client.run('admin', { serverStatus: 1, ...without })
  const { current, available } = (connections ?? {}) as MongodbDocument
  const [open, free] = [numberIn(current), numberIn(available)]
  session.observeState({ open, allowed: open === undefined || free === undefined ? undefined : open + free })
}

// States of members.
const [primary, secondary] = [1, 2]

async function observeReplicaSet(session: ValueSession, client: MongodbClient, hello: MongodbDocument): Promise<void> {
  if (typeof hello['setName'] !== 'string') return session.observeState({ isReplica: 0 })
  session.show('replica_set', session.quote(hello['setName']))
  session.observeState({ isReplica: hello['secondary'] === true ? 1 : 0 })
  const { members } = await client.run('admin', { replSetGetStatus: 1 })
  const all = (Array.isArray(members) ? members : []).filter(isDocument)
  const [own, leader] = [all.find(({ self }) => self === true), all.find(({ state }) => state === primary)]
  if (!own) return
  const isPrimary = own['state'] === primary
  const [ownTime, leaderTime] = [own['optimeDate'], leader?.['optimeDate']]
  const isKnown = !isPrimary && ownTime instanceof Date && leaderTime instanceof Date
  session.observeState({
    replicas: isPrimary ? all.filter(({ state }) => state === secondary).length : undefined,
    isReplicating: isPrimary ? undefined : Number(own['state'] === secondary && leader !== undefined),
    lagSeconds: isKnown ? (leaderTime.getTime() - ownTime.getTime()) / 1000 : undefined,
  })
}

const isDocument = (value: unknown): value is MongodbDocument => typeof value === 'object' && value !== null

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
