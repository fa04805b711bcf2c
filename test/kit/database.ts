import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'
import { type Connection, type Store, openStore } from '../../src/store/database/database.ts'
import { quiet } from './log.ts'
import { type Kind, template } from './servers.ts'

const connections = new Map<Kind, Promise<Connection>>()

/** A migrated database of its own on the server this project tests with. */
export async function newDatabase(from = `template ${template}`): Promise<Connection> {
  const server = await serverOfProject()
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = openStore(server, { log: quiet, connections: 1 })
  await admin.script(`create database ${name} ${from}`)
  await admin.close()
  return { ...server, database: name }
}

/** A database with nothing in it. */
export function emptyDatabase(encoding = 'UTF8'): Promise<Connection> {
  return newDatabase(`template template0 encoding '${encoding}' locale 'C'`)
}

export async function newStore(): Promise<Store> {
  return storeOn(await newDatabase())
}

/** One store for all tests of a file, which keep out of each other's way. */
export function sharedStore(connections = 4): () => Store {
  let store: Store | undefined
  beforeAll(async () => {
    store = openStore(await newDatabase(), { log: quiet, connections })
  })
  afterAll(() => store?.close())
  return () => store!
}

export function storeOn(connection: Connection, connections = 4): Store {
  const store = openStore(connection, { log: quiet, connections })
  onTestFinished(() => store.close())
  return store
}

/** As a setting: LAPWING_DATABASE_URL of such a database. */
export function urlOf({ host, port, user, password, database }: Connection): string {
  return `postgres://${user}:${encodeURIComponent(password!)}@localhost:${port}/${database}?host=${encodeURIComponent(host!)}`
}

function serverOfProject(): Promise<Connection> {
  const kind = inject('server')
  const connection = connections.get(kind) ?? askFor(kind)
  connections.set(kind, connection)
  return connection
}

async function askFor(kind: Kind): Promise<Connection> {
  const answer = await fetch(`${inject('servers')}/${kind}`)
  if (!answer.ok) throw new Error(`The PostgreSQL for the tests does not start: ${await answer.text()}`)
  return (await answer.json()) as Connection
}
