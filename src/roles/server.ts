import type { AddressInfo } from 'node:net'
import { createAddressMeter } from '../api/anonymous.ts'
import { serveOrigin } from '../api/origin.ts'
import { type Door, createRest } from '../api/rest.ts'
import { createIdentify } from '../operations/identify.ts'
import type { Role } from './housekeeper.ts'

export interface Server extends Role {
  readonly port: number
}

export interface Listen {
  readonly host: string
  readonly port: number
}

export async function startServer(door: Omit<Door, 'identify' | 'meterAddress'>, listen: Listen): Promise<Server> {
  const app = createRest({
    ...door,
    identify: createIdentify(door.services),
    meterAddress: createAddressMeter(door.services.clock),
  })
  serveOrigin(app, door.services)
  await app.listen(listen)
  return { port: (app.server.address() as AddressInfo).port, stop: () => app.close() }
}
