// Connections of the supervisor itself, as opposed to the pool of the store.
import { Client } from 'pg'
import type { ServerAddress } from './address.ts'
import { databaseName, userName } from './settings.ts'

export interface ServerConnection extends ServerAddress {
  readonly user: string
  readonly password: string
  readonly database: string
  /** said aloud because PGSSLMODE in the environment would ask for it otherwise */
  readonly ssl: false
}

export function connectionTo(address: ServerAddress, password: string): ServerConnection {
  return { ...address, user: userName, password, database: databaseName, ssl: false }
}

// The types of pg leave these out.
export interface SupervisorClient extends Client {
  ref(): void
  unref(): void
}

/** Undefined while the server does not take connections: not yet, or not any more. */
export async function tryConnect(connection: ServerConnection): Promise<SupervisorClient | undefined> {
  const application_name = `lapwing ${process.pid}`
  const client = new Client({ ...connection, application_name, connectionTimeoutMillis: 10_000 }) as SupervisorClient
  // What follows a lost connection hangs on 'end'; without a listener here Node would end the process.
  client.on('error', () => {})
  return unlessAway(async () => {
    await client.connect()
    return client
  })
}

/** The answer, or undefined when the server went away meanwhile. */
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
