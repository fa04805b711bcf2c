// The port is taken before anything is made, so that no key is lost with a start that fails.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

interface Listen {
  readonly host: string
  readonly port: number
}

/** A port that nobody else can take until it is released. */
export interface TakenPort {
  readonly host: string
  readonly number: number
  release(): Promise<void>
}

/** Clients that connect while Lapwing starts are refused. */
export async function takePort({ host, port }: Listen): Promise<TakenPort> {
  const holder = createServer((socket) => socket.destroy())
  holder.listen({ host, port })
  await once(holder, 'listening')
  const { port: number } = holder.address() as AddressInfo
  const release = async (): Promise<void> => {
    if (!holder.listening) return
    holder.close()
    await once(holder, 'close')
  }
  return { host, number, release }
}
