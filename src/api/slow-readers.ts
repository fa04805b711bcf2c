// Disconnects clients that stop reading a response, so that its buffers are not kept forever.
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

// What the system has taken in for somebody slow, a megabyte or more, looks like standstill until it is read.
const unreadMs = 120_000

/**
 * Answers that are still being made, and streams that have nothing to say, have nothing unread and may take their time.
 */
export function disconnectSlowReaders(server: Server, afterMs = unreadMs): void {
  // Node counts from the last byte that moved in either direction, also inside one large write.
  server.timeout = afterMs
  server.on('request', (_request, response) => response.on('timeout', disconnectIfUnread))
}

/** Without a listener on its answer a connection ends with its time, as one that was kept alive for nothing should. */
function disconnectIfUnread(this: ServerResponse, socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy()
}
