// The database types of Uptime Kuma, whose address, login and database are one connection URL.
import { type DatabaseUrl, readDatabaseUrl, tlsModeOf } from '../../domain/checking/database-url.ts'
import { type DocumentFields, hostPort, isTrue, numberIn, textIn, timeoutWithin } from '../drafting.ts'
import type { ImportChange } from '../setup.ts'
import { escapePattern } from '../web-request.ts'
import type { KumaMatch } from './monitors.ts'
import { noteConditions } from './unsupported.ts'

type ReadDatabase = (monitor: DocumentFields, url: DatabaseUrl) => DocumentFields | string

/** What each type has besides its address and login, or the reason why it cannot be imported. */
const databases: Readonly<Record<string, ReadDatabase>> = {
  postgres: withQuery,
  mysql: withQuery,
  redis: (_, { database }) => ({ database: numberIn(database) ?? undefined }),
  mongodb: (monitor, { database, parameters }) => {
    const path = textIn(monitor['json_path']).replace(/^\$\.?/, '')
    const expected = textIn(monitor['expected_value'])
    if (path && !/^[A-Za-z_]\w*(\[\d+\]|\.[A-Za-z_]\w*)*$/.test(path))
      return `its JSONata expression (${path.slice(0, 80)}) has no counterpart: only paths such as cursor.firstBatch[0].n have`
    return {
      authDatabase: parameters.get('authSource') ?? (database || undefined),
      database: database || undefined,
      command: textIn(monitor['database_query']) || undefined,
      valuePath: path.replaceAll(/\[(\d+)\]/g, '.$1') || undefined,
      expectValueRegexp: path && expected ? `^${escapePattern(expected)}$` : undefined,
    }
  },
}

export const databaseTypes = Object.fromEntries(
  Object.keys(databases).map((type) => [
    type,
    (monitor: DocumentFields, changes: ImportChange[]) => readDatabase(type, monitor, changes),
  ]),
)

function withQuery(monitor: DocumentFields, { database }: DatabaseUrl): DocumentFields {
  return { database: database || undefined, query: textIn(monitor['database_query']) || undefined }
}

function readDatabase(type: string, monitor: DocumentFields, changes: ImportChange[]): KumaMatch | string {
  const url = readDatabaseUrl(textIn(monitor['database_connection_string']))
  if (!url) return 'its connection string is not the URL of a server'
  if (url.scheme.endsWith('+srv')) return 'its servers are named by DNS (mongodb+srv); create a monitor of one of them'
  const config = databases[type]!(monitor, url)
  if (typeof config === 'string') return config
  if (url.hosts > 1)
    changes.push({
      field: 'servers',
      from: `${url.hosts} servers`,
      to: 'the first',
      reason: 'a monitor checks one; create one for each',
    })
  noteConditions(monitor, changes)
  // Kuma has a field of its own for the password of MySQL.
  const separate = textIn(monitor['radius_password'])
  return {
    type,
    target: hostPort(url.host, url.port),
    config: {
      // Clients encrypt only if the URL says so.
      tlsMode: tlsModeOf(url) ?? 'none',
      verifyTls: isTrue(monitor['ignore_tls']) || isLenient(url) ? false : undefined,
      username: url.username || undefined,
      password: url.password || (type === 'mysql' && separate) || undefined,
      ...config,
      timeoutSeconds: timeoutWithin(numberIn(monitor['timeout']) ?? 0, changes),
    },
  }
}

const isLenient = ({ parameters }: DatabaseUrl): boolean =>
  parameters.get('sslmode') === 'no-verify' ||
  ['tlsInsecure', 'tlsAllowInvalidCertificates'].some((name) => parameters.get(name) === 'true')
