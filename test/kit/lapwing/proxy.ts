// A way to the database that a test can cut, mend, freeze and make silent.
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
  /** From now on new connections are accepted and nothing passes over them, until it thaws. */
  hold(): void
  /** From now on the same is true of the connections there are. */
  freeze(): void
  thaw(): void
  /** How many connections are open, and how many there have been. */
  count(): { readonly open: number; readonly ever: number }
}

export async function proxyTo(connection: DatabaseConnection): Promise<Proxy> {
  const folder = newFolder()
  const name = `.s.PGSQL.${connection.port}`
  const open = new Set<Socket>()
  let ever = 0
  let thawing: PromiseWithResolvers<void> | undefined
  const server = createServer(async (inside) => {
    ever += 1
    open.add(inside.on('error', () => undefined).on('close', () => open.delete(inside)))
    await thawing?.promise
    if (!inside.destroyed) joinSockets(inside, connect(join(connection.host!, name)), open)
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
  const hold = (): void => {
    thawing = Promise.withResolvers()
  }
  const freeze = (): void => {
    hold()
    for (const socket of open) socket.cork()
  }
  const thaw = (): void => {
    for (const socket of open) socket.uncork()
    thawing?.resolve()
    thawing = undefined
  }
  await mend()
  onTestFinished(async () => {
    if (server.listening) await cut()
    folder.remove()
  })
  const count = () => ({ open: open.size, ever })
  return { connection: { ...connection, host: folder.path }, cut, mend, swallow, hold, freeze, thaw, count }
}
