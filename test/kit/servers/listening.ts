// A small server of a test's own, gone with its connections when the test is over, or the file for which it was
// started.
import { once } from 'node:events'
import { type AddressInfo, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** The port on 127.0.0.1 that it listens on now: this one, or any. */
export async function listening(server: Server, port = 0): Promise<number> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  atTheEnd(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const ofFile: (() => void)[] = []

function atTheEnd(close: () => void): void {
  try {
    onTestFinished(close)
  } catch {
    ofFile.push(close)
  }
}

export function closeServers(): void {
  for (const close of ofFile.splice(0)) close()
}
