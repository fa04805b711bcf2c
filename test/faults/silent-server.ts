// A web server on all loopback addresses. It responds until it has to fall silent; then it accepts connections and
// sends nothing.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SilentServerFigures {
  readonly port: number
  /** The number of addresses and paths requested since the last command. */
  readonly requested: number
  readonly open: number
  readonly maxOpen: number
}

let isSilent = false
let requested = new Set<string>()
let open = 0
let maxOpen = 0

const server = createServer((request, response) => {
  requested.add(`${request.socket.localAddress}${request.url}`)
  if (!isSilent) response.setHeader('connection', 'close').end('hello')
})
server.requestTimeout = 0
server.on('connection', (socket) => {
  open += 1
  maxOpen = Math.max(maxOpen, open)
  socket.once('close', () => (open -= 1))
})
process.on('message', (order: 'answer' | 'fall silent' | 'report') => {
  if (order !== 'report') {
    isSilent = order === 'fall silent'
    requested = new Set()
    maxOpen = open
  }
  const { port } = server.address() as AddressInfo
  process.send!({ port, requested: requested.size, open, maxOpen } satisfies SilentServerFigures)
})
process.on('disconnect', () => process.exit())
server.listen({ host: '0.0.0.0', port: 0, backlog: 4096 }, () => process.send!('listening'))
