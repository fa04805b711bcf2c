import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Node's own close waits for connections without a request, and for kept-alive ones after their response. Returns a
 * function that closes those, and the others as soon as their response is sent.
 */
export function prepareDrain(server: Server): () => void {
  const open = new Set<Socket>()
  const unanswered = new Set<ServerResponse>()
  let draining = false
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  // One function for all requests; a new one for each would cost time.
  function answered(this: ServerResponse): void {
    unanswered.delete(this)
    if (draining) this.req.socket.end()
  }
  server.on('request', (_request, response) => {
    unanswered.add(response)
    response.on('close', answered)
  })
  return () => {
    draining = true
    const busy = new Set([...unanswered].map(({ req }) => req.socket))
    for (const response of unanswered) if (!response.headersSent) response.setHeader('connection', 'close')
    for (const socket of open) if (!busy.has(socket)) socket.destroy()
  }
}
