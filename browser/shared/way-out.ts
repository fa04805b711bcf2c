// A box has no network. Its browser's proxy is a socket that leads out of it, in a separate thread, so that a busy
// program does not block it.
import { type Socket, connect, createServer } from 'node:net'
import { parentPort } from 'node:worker_threads'
import { proxyPort, wayOutSocket } from './box-layout.ts'

const server = createServer((inside) => {
  const outside = connect(wayOutSocket)
  join(inside, outside)
  join(outside, inside)
})
server.listen(proxyPort, '127.0.0.1', () => parentPort!.postMessage('open'))

function join(from: Socket, to: Socket): void {
  from.pipe(to)
  from.on('error', () => to.destroy())
  from.on('close', () => to.destroy())
}
