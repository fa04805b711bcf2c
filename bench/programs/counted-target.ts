// An HTTP target in a separate process that counts its requests, as cheap as possible.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let requests = 0
const server = createServer((_request, response) => {
  requests += 1
  response.end('ok')
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.on('message', () => process.send!({ requests }))
process.on('disconnect', () => process.exit())
process.send!({ port: (server.address() as AddressInfo).port })
