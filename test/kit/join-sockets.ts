import type { Socket } from 'node:net'

/** Passes on everything that two sockets receive. They are in `open` until one of them closes, which ends both. */
export function joinSockets(inside: Socket, outside: Socket, open: Set<Socket>): void {
  for (const [socket, other] of [
    [inside, outside],
    [outside, inside],
  ] as const) {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      other.destroy()
    })
    socket.pipe(other)
  }
}
