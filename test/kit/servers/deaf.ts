// A port behind which connections are never made: its queue is full and its process accepts nobody.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'

export interface DeafServer {
  readonly port: number
  stop(): Promise<void>
}

const program = `
const server = require('node:net').createServer()
server.listen({ port: Number(process.argv[2]), host: process.argv[1], backlog: 1 }, () => {
  require('node:fs').writeSync(1, String(server.address().port))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})`

const fullAfterMs = 200

export async function startDeaf(host = '127.0.0.1', wanted = 0): Promise<DeafServer> {
  const child = spawn(process.execPath, ['-e', program, host, String(wanted)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  const port = Number(said.toString())
  const queued: Socket[] = []
  let isFull = false
  while (!isFull && queued.length < 20) {
    const socket = connect(port, host).on('error', () => undefined)
    queued.push(socket)
    isFull = await new Promise((resolve) => {
      // On a busy machine the timer is late as well: what has arrived by then is looked at first.
      const timer = setTimeout(() => setImmediate(resolve, true), fullAfterMs)
      socket.once('connect', () => (clearTimeout(timer), resolve(false)))
    })
  }
  return {
    port,
    async stop() {
      for (const socket of queued) socket.destroy()
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
