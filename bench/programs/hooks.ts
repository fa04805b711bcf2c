// Receives the webhooks of the benchmark in a separate process, and counts them and their incidents.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

let requests = 0
let unsigned = 0
let incidents = new Set<string>()

const server = createServer((request, response) => {
  void text(request).then((body) => {
    requests += 1
    if (!/^sha256=[0-9a-f]{64}$/.test(String(request.headers['x-service-signature']))) unsigned += 1
    incidents.add(/"id":(\d+)/.exec(body)?.[1] ?? '')
    response.end()
  })
})
// All addresses of the loopback interface.
server.listen(0, '0.0.0.0')
await once(server, 'listening')

process.on('message', (message) => {
  if (message === 'stop') process.exit(0)
  process.send!({ requests, incidents: incidents.size, unsigned })
  if (message === 'count and reset') [requests, unsigned, incidents] = [0, 0, new Set()]
})
process.send!({ port: (server.address() as AddressInfo).port })
