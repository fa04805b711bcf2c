// Connections of the supervisor, separate from the pool of the store.
import { Client } from 'pg'
import type { ServerAddress } from './address.ts'
import { databaseName, userName } from './settings.ts'

export interface ServerConnection extends ServerAddress {
  readonly user: string
  readonly password: string
  readonly database: string
  /** Set explicitly, because PGSSLMODE in the environment could request TLS. */
  readonly ssl: false
}

export function connectionTo(address: ServerAddress, password: string): ServerConnection {
  return { ...address, user: userName, password, database: databaseName, ssl: false }
}

// Missing in the types of pg.
export interface SupervisorClient extends Client {
  ref(): void
  unref(): void
}

/** Returns undefined while the server accepts no connections. */
export async function tryConnect(connection: ServerConnection): Promise<SupervisorClient | undefined> {
  return unlessAway(() => connect(connection))
}

export async function connect(connection: ServerConnection): Promise<SupervisorClient> {
  const application_name = `lapwing ${process.pid}`
  const client = new Client({ ...connection, application_name, connectionTimeoutMillis: 10_000 }) as SupervisorClient
  // Lost connections are handled on 'end'; without this listener Node would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** The result, or undefined if the server went away. */
export async function unlessAway<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (isAway(error)) return undefined
    throw error
  }
}

const awayCodes = new Set([
  'ENOENT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EAGAIN',
  '57P01',
  '57P02',
  '57P03', // shutting down, crashed, starting
  '53300', // the connections of a killed Lapwing are still being closed
])

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && awayCodes.has(String(error.code))) || error.message.startsWith('Connection terminated')
}
