// A stand-in for MongoDB, which Debian does not have: its messages, its login, and replies that a test chooses.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { type Socket, createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { Binary, deserialize, serialize } from 'bson'
import type { Certificate } from '../checks/certificates.ts'
import { listening } from './listening.ts'

type MongodbReply = Record<string, unknown>

interface SmallMongodb {
  /** By the name of the command; one without a reply is unknown. */
  readonly replies: Record<string, (command: MongodbReply) => MongodbReply>
  /** Commands other than hello need the login, if there is one. */
  readonly account?: { readonly username: string; readonly password: string }
  readonly certificate?: Certificate
}

const unauthorized = { ok: 0, code: 13, codeName: 'Unauthorized', errmsg: 'command requires authentication' }
const failed = { ok: 0, code: 18, codeName: 'AuthenticationFailed', errmsg: 'Authentication failed.' }

export function startSmallMongodb(options: SmallMongodb): Promise<number> {
  const meet = (socket: Socket): void =>
    converse(
      socket.on('error', () => undefined),
      options,
    )
  return listening(options.certificate ? createTlsServer(options.certificate, meet) : createServer(meet))
}

export function message(reply: MongodbReply): Buffer {
  const document = serialize({ ok: 1, ...reply })
  const head = Buffer.alloc(21)
  head.writeInt32LE(head.length + document.length, 0)
  head.writeInt32LE(2013, 12)
  return Buffer.concat([head, document])
}

function converse(socket: Socket, { replies, account }: SmallMongodb): void {
  let isLoggedIn = account === undefined
  let login: ReturnType<typeof startLogin> | undefined
  let rest = Buffer.alloc(0)
  const replyTo = (command: MongodbReply): MongodbReply => {
    const name = Object.keys(command)[0]!
    if (name === 'saslStart' && account) return (login = startLogin(account, command)).reply
    if (name === 'saslContinue' && login) {
      const signature = login.accept(textIn(command))
      isLoggedIn = signature !== null
      return signature === null ? failed : { conversationId: 1, done: true, payload: binary(`v=${signature}`) }
    }
    if (!isLoggedIn && !['hello', 'ping', 'buildInfo'].includes(name)) return unauthorized
    return replies[name]?.(command) ?? { ok: 0, code: 59, errmsg: `no such command: '${name}'` }
  }
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0)
      socket.write(message(replyTo(deserialize(rest.subarray(21, length)))))
      rest = rest.subarray(length)
    }
  })
}

const binary = (text: string): Binary => new Binary(Buffer.from(text))
const textIn = ({ payload }: MongodbReply): string => Buffer.from((payload as Binary).buffer).toString()
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

function startLogin({ username, password }: { username: string; password: string }, command: MongodbReply) {
  const clientFirst = textIn(command).slice(3)
  const [, name, nonce] = /^n=(.*),r=(.*)$/.exec(clientFirst)!
  const serverFirst = `r=${nonce}${randomBytes(9).toString('base64')},s=${Buffer.from('salt').toString('base64')},i=15000`
  return {
    reply: { conversationId: 1, done: false, payload: binary(serverFirst) },
    /** The server's signature, or null. */
    accept(clientFinal: string): string | null {
      const [, withoutProof, proof] = /^(.*),p=(.*)$/.exec(clientFinal)!
      const text = `${clientFirst},${serverFirst},${withoutProof}`
      const salted = pbkdf2Sync(password, 'salt', 15_000, 32, 'sha256')
      const clientKey = hmac(salted, 'Client Key')
      const signature = hmac(createHash('sha256').update(clientKey).digest(), text)
      const expected = Buffer.from(clientKey.map((byte, at) => byte ^ signature[at]!)).toString('base64')
      const isUser = name?.replaceAll('=2C', ',').replaceAll('=3D', '=') === username
      return isUser && proof === expected ? hmac(hmac(salted, 'Server Key'), text).toString('base64') : null
    },
  }
}
