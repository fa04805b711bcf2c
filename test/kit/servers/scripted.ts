// A server that speaks in lines as a test says: for what no real server does, or only a badly configured one.
import { type Socket, createServer } from 'node:net'
import { TLSSocket, createSecureContext, createServer as createTlsServer } from 'node:tls'
import type { Certificate } from '../checks/certificates.ts'
import { listening } from './listening.ts'

export interface Script {
  /** Sent with a line end; nothing when it is empty. */
  readonly greeting: string
  /**
   * The first pattern that fits a line gives the reply, with `$1` for what it found. A line that fits none is not
   * answered.
   */
  readonly answers: readonly (readonly [RegExp, string | ((line: string, found: string) => string)])[]
  readonly certificate?: Certificate
  /** Speaks TLS from the first byte, and not only when it is asked to begin with it. */
  readonly isSecure?: boolean
  /** Hangs up after a line that fits. */
  readonly hangsUpAfter?: RegExp
}

export interface ScriptedServer {
  readonly port: number
  /** Every line it received; what came inside TLS is marked. */
  readonly received: string[]
}

const beginsTls = /^(\S+ )?(STARTTLS|STLS)$/i

export async function startScripted(script: Script): Promise<ScriptedServer> {
  const received: string[] = []
  const meet = (socket: Socket): void => {
    if (script.greeting) socket.write(`${script.greeting}\r\n`)
    converse(socket, script, received)
  }
  const server = script.isSecure && script.certificate ? createTlsServer(script.certificate, meet) : createServer(meet)
  return { port: await listening(server), received }
}

function converse(socket: Socket, script: Script, received: string[]): void {
  let rest = ''
  const onData = (chunk: Buffer): void => {
    const lines = (rest + chunk.toString()).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      received.push(socket instanceof TLSSocket ? `inside TLS: ${line}` : line)
      const reply = replyTo(line, script)
      if (reply !== null) socket.write(`${reply}\r\n`)
      if (script.hangsUpAfter?.test(line)) socket.end()
      if (beginsTls.test(line) && script.certificate && reply !== null) return begin(script.certificate)
    }
  }
  const begin = (certificate: Certificate): void => {
    socket.off('data', onData)
    const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(certificate) })
    converse(
      secure.on('error', () => undefined),
      script,
      received,
    )
  }
  socket.on('error', () => undefined).on('data', onData)
}

function replyTo(line: string, { answers }: Script): string | null {
  for (const [pattern, reply] of answers) if (pattern.test(line)) return line.replace(pattern, reply as string)
  return null
}
