// Disconnects clients that stop reading a response, so that its buffers are not kept forever.
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

// The operating system buffers a megabyte or more; until a slow client has read that, no progress is visible.
const unreadMs = 120_000

/** Only unread data counts: a response that is not ready and an idle stream may take their time. */
export function disconnectSlowReaders(server: Server, afterMs = unreadMs): void {
  // Node counts from the last byte sent or received, even inside one large write.
  server.timeout = afterMs
  server.on('request', (_request, response) => response.on('timeout', disconnectIfUnread))
}

/** Without a listener on the response, Node closes the connection at the timeout, as it should if it is idle. */
function disconnectIfUnread(this: ServerResponse, socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy()
}
