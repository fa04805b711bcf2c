// A mail server that takes every email and keeps it, and can misbehave on request.
import { type Server, type Socket, createServer } from 'node:net'
import { TLSSocket, createServer as createTlsServer } from 'node:tls'
import type { Certificate } from '../checks/certificates.ts'
import { listening } from './listening.ts'

export interface StoredEmail {
  readonly from: string
  readonly to: string
  readonly content: string
  readonly encrypted: boolean
}

export interface MailSink {
  readonly port: number
  readonly emails: readonly StoredEmail[]
  /** Every line it received outside emails. */
  readonly received: readonly string[]
}

export interface SinkOptions {
  /** Offers STARTTLS with it, or speaks TLS from the start when `implicit`. */
  readonly certificate?: Certificate
  readonly implicit?: boolean
  /** Beside STARTTLS. */
  readonly offers?: readonly string[]
  readonly greeting?: string
  /** What it responds with HTTP to a line instead of the usual; nothing at all for an empty answer. */
  answer?(line: string): string | undefined
}

/** Gone when the test is over. */
export async function startMailSink(options: SinkOptions = {}): Promise<MailSink> {
  const { certificate, implicit = false, greeting = '220 sink.test ESMTP' } = options
  const emails: StoredEmail[] = []
  const received: string[] = []
  const greet = (socket: Socket): void => {
    socket.write(`${greeting}\r\n`)
    converse(socket, implicit)
  }
  const converse = (socket: Socket, encrypted: boolean): void => {
    const state = { from: '', to: '', inEmail: false, held: '' }
    const onLine = (line: string): void => {
      received.push(line)
      const given = options.answer?.(line)
      if (given !== undefined) return void (given !== '' && socket.write(`${given}\r\n`))
      if (line === 'STARTTLS' && certificate) return upgrade(socket, certificate)
      socket.write(
        `${usualAnswer(line, state, encrypted ? options : { ...options, startTls: Boolean(certificate) })}\r\n`,
      )
    }
    const upgrade = (plain: Socket, identity: Certificate): void => {
      plain.removeAllListeners('data')
      plain.write('220 go ahead\r\n')
      converse(new TLSSocket(plain, { ...identity, isServer: true }), true)
    }
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      state.held += chunk.toString('latin1')
      for (;;) {
        const mark = state.inEmail ? '\r\n.\r\n' : '\r\n'
        const end = state.held.indexOf(mark)
        if (end === -1) return
        const text = state.held.slice(0, end)
        state.held = state.held.slice(end + mark.length)
        if (!state.inEmail) onLine(text)
        else {
          state.inEmail = false
          emails.push({ from: state.from, to: state.to, content: text.replace(/^\.\./gm, '.'), encrypted })
          socket.write('250 kept\r\n')
        }
      }
    })
  }
  const server: Server = certificate && implicit ? createTlsServer(certificate, greet) : createServer(greet)
  server.on('tlsClientError', () => undefined)
  return { port: await listening(server), emails, received }
}

interface State {
  from: string
  to: string
  inEmail: boolean
}

function usualAnswer(
  line: string,
  state: State,
  { offers = [], startTls = false }: SinkOptions & { startTls?: boolean },
): string {
  const [, verb = '', address = ''] = /^([A-Z]+)(?: (?:FROM|TO):<([^>]*)>)?/.exec(line) ?? []
  if (verb === 'EHLO') {
    const all = ['sink.test', ...offers, ...(startTls ? ['STARTTLS'] : [])]
    return all.map((text, index) => `250${index === all.length - 1 ? ' ' : '-'}${text}`).join('\r\n')
  }
  if (verb === 'MAIL') state.from = address
  if (verb === 'RCPT') state.to = address
  if (verb === 'AUTH') return '235 welcome'
  if (verb === 'DATA') state.inEmail = true
  return verb === 'DATA' ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 fine'
}
