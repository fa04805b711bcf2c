// Takes the port before anything is created, so that a failed start loses no key.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

interface Listen {
  readonly host: string
  readonly port: number
}

/** A port that no other process can take until it is released. */
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
