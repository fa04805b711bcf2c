// Takes the port before anything is created, so that a failed start loses no key.
import { once } from 'node:events'
import { type AddressInfo, type Server, createServer } from 'node:net'

interface Listen {
  readonly host: string
  readonly port: number
}

/** A port that no other process can take until it is released. */
export interface TakenPort {
  readonly host: string
  readonly number: number
  /** Lets a server accept the connections from now on. Closing that server releases the port. */
  serve(server: Server): Promise<void>
  release(): Promise<void>
}

/** Clients that connect while Lapwing starts are refused. */
export async function takePort({ host, port }: Listen): Promise<TakenPort> {
  const holder = createServer((socket) => socket.destroy())
  holder.listen({ host, port })
  await once(holder, 'listening')
  const { port: number } = holder.address() as AddressInfo
  let isServed = false
  const serve = async (server: Server): Promise<void> => {
    isServed = true
    // The socket itself is handed over: if it were closed and opened again, another process could take the port.
    server.listen(holder)
    await once(server, 'listening')
  }
  const release = async (): Promise<void> => {
    if (isServed || !holder.listening) return
    holder.close()
    await once(holder, 'close')
  }
  return { host, number, serve, release }
}
