// A way to the database that a test can cut, mend, and make silent.
import { type Socket, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import type { DatabaseConnection } from '../../../src/store/database/database.ts'
import { newFolder } from '../files.ts'
import { joinSockets } from '../join-sockets.ts'

export interface Proxy {
  readonly connection: DatabaseConnection
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>
  mend(): Promise<void>
  /** From now on nothing passes over the connections there are, and nobody is notified; new ones are not concerned. */
  swallow(): void
}

export async function proxyTo(connection: DatabaseConnection): Promise<Proxy> {
  const folder = newFolder()
  const name = `.s.PGSQL.${connection.port}`
  const open = new Set<Socket>()
  const server = createServer((inside) => {
    const outside = connect(join(connection.host!, name))
    joinSockets(inside, outside, open)
  })
  const mend = async (): Promise<void> => {
    server.listen(join(folder.path, name))
    await once(server, 'listening')
  }
  const cut = async (): Promise<void> => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of open) socket.destroy()
    await closed
  }
  const swallow = (): void => {
    for (const socket of open) socket.unpipe().resume()
  }
  await mend()
  onTestFinished(async () => {
    if (server.listening) await cut()
    folder.remove()
  })
  return { connection: { ...connection, host: folder.path }, cut, mend, swallow }
}
