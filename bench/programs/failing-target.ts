// An HTTP target in a separate process. Each monitor has a number as its path; on a message, the first ones fail.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let failing = 0
const server = createServer((request, response) => {
  if (Number(request.url!.slice(1)) <= failing) response.statusCode = 503
  response.end('ok')
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.on('message', (message: { failing: number }) => (failing = message.failing))
process.on('disconnect', () => process.exit())
process.send!({ port: (server.address() as AddressInfo).port })
