// Makes a TLS server look as weak as no OpenSSL can be built any more: chosen offers are agreed to with a hello written
// by hand, and every other connection is the real server's.
import { type Server, type Socket, createServer } from 'node:net'
import type { Server as TlsServer } from 'node:tls'

export interface Weakness {
  /** Agrees to SSL 2.0, with so many ciphers. */
  readonly ssl2Ciphers?: number
  /** Agrees to SSL 3.0. */
  readonly ssl3?: boolean
  /** Agrees to hellos that offer nothing but what begins with one of these suites. */
  readonly firstCiphers?: readonly number[]
  /** Says nothing to SSL 2.0, as some firewalls do. */
  readonly deafToSsl2?: boolean
}

export function weakened(real: TlsServer, weakness: Weakness): Server {
  return createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (hello) => {
      if (isSsl2(hello) && weakness.deafToSsl2) return
      const answer = answerTo(hello, weakness)
      if (answer) return void socket.write(answer)
      handOver(real, socket, hello)
    })
  })
}

function handOver(real: TlsServer, socket: Socket, hello: Buffer): void {
  socket.pause()
  socket.unshift(hello)
  real.emit('connection', socket)
}

const isSsl2 = (hello: Buffer): boolean => hello[0] === 0x80 && hello[2] === 1

function answerTo(hello: Buffer, { ssl2Ciphers, ssl3, firstCiphers = [] }: Weakness): Buffer | null {
  if (isSsl2(hello)) return ssl2Ciphers === undefined ? null : ssl2Hello(ssl2Ciphers)
  const version = hello.readUInt16BE(9)
  const session = hello[43] ?? 0
  const cipher = hello.readUInt16BE(46 + session)
  const isWanted = version === 0x0300 ? ssl3 : firstCiphers.includes(cipher)
  return isWanted ? serverHello(version, cipher) : null
}

function ssl2Hello(ciphers: number): Buffer {
  const body = Buffer.alloc(11 + ciphers * 3)
  body.writeUInt8(4, 0)
  body.writeUInt16BE(2, 3)
  body.writeUInt16BE(ciphers * 3, 7)
  return Buffer.concat([Buffer.from([0x80, body.length]), body])
}

function serverHello(version: number, cipher: number): Buffer {
  const body = Buffer.alloc(38)
  body.writeUInt16BE(version, 0)
  body.writeUInt16BE(cipher, 35)
  const message = Buffer.concat([Buffer.from([2, 0, 0, body.length]), body])
  const head = Buffer.from([22, version >> 8, version & 0xff, 0, message.length])
  // In two pieces of handshake, as servers may send it.
  const first = Buffer.concat([head.subarray(0, 4), Buffer.from([3]), message.subarray(0, 3)])
  const rest = Buffer.concat([head.subarray(0, 4), Buffer.from([message.length - 3]), message.subarray(3)])
  return Buffer.concat([first, rest])
}
