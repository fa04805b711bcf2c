// A way for datagrams on which some get lost, late or doubled, as the test says.
import { type Socket, createSocket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/** `late`: after the next one. */
export type Fate = 'arrives' | 'lost' | 'late' | 'twice'

/**
 * The port of a relay to `port`; `fate` is asked for each datagram, by direction and by its place in that direction.
 */
export async function relaying(
  port: number,
  fate: (direction: 'there' | 'back', place: number) => Fate,
): Promise<number> {
  const front = createSocket('udp4').bind(0, '127.0.0.1')
  const back = createSocket('udp4').bind(0, '127.0.0.1')
  await Promise.all([once(front, 'listening'), once(back, 'listening')])
  let client = 0
  const there = passing(
    (datagram) => back.send(datagram, port, '127.0.0.1'),
    (place) => fate('there', place),
  )
  const home = passing(
    (datagram) => front.send(datagram, client, '127.0.0.1'),
    (place) => fate('back', place),
  )
  front.on('message', (datagram, { port: from }) => {
    client = from
    there(datagram)
  })
  back.on('message', home)
  onTestFinished(() => [front, back].forEach((socket: Socket) => void socket.close()))
  return front.address().port
}

function passing(send: (datagram: Buffer) => void, fate: (place: number) => Fate): (datagram: Buffer) => void {
  let place = 0
  let held: Buffer | null = null
  return (datagram) => {
    const what = fate(place++)
    if (what === 'lost') return
    if (what === 'late' && !held) return void (held = datagram)
    send(datagram)
    if (what === 'twice') send(datagram)
    if (held) send(held)
    held = null
  }
}
