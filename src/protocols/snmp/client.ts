// Reads values of an SNMP agent: version 2c, and 3 with its User-based Security Model.
import { randomInt } from 'node:crypto'
import { TargetDown } from '../../domain/outcome.ts'
import { BerReader, MalformedBer, integer, objectId, octets, sequence, tag, tagged } from './ber.ts'
import {
  type SnmpEngine,
  type SnmpKeys,
  type SnmpUser,
  decrypt,
  encrypt,
  isSigned,
  keysFor,
  sign,
  signatureBytes,
} from './security.ts'
import { type SnmpValue, readValue } from './values.ts'

export type SnmpAccess = { readonly community: string } | { readonly user: SnmpUser }

/** Sends a datagram, and passes each response to `read` until that returns something. */
export type ExchangeDatagrams = <T>(payload: Buffer, read: (response: Buffer) => T | null) => Promise<T>

const getRequest = 0xa0
const getResponse = 0xa2
const report = 0xa8
const maxId = 2 ** 31 - 1
const maxResponseBytes = 65_507
const userSecurity = 3
const flagAuth = 1
const flagPrivacy = 2
const flagReportable = 4
const none = Buffer.alloc(0)

interface SnmpReply {
  readonly isReport: boolean
  readonly values: readonly SnmpValue[]
}

/** In the order of `oids`. */
export async function readSnmp(
  access: SnmpAccess,
  oids: readonly string[],
  exchange: ExchangeDatagrams,
): Promise<readonly SnmpValue[]> {
  const values =
    'user' in access
      ? await readSecurely(access.user, oids, exchange)
      : await readPlainly(access.community, oids, exchange)
  return oids.map((oid) => {
    const found = values.find((value) => value.oid === oid)
    if (!found) throw new TargetDown('other', `the response does not contain ${oid}`)
    return found
  })
}

async function readPlainly(
  community: string,
  oids: readonly string[],
  exchange: ExchangeDatagrams,
): Promise<readonly SnmpValue[]> {
  const id = randomInt(1, maxId)
  const read = (response: Buffer): SnmpReply | null => {
    const message = new BerReader(response).into()
    if (message.number() !== 1) return null
    message.take(tag.octets)
    return readPdu(message, id)
  }
  const payload = sequence(integer(1), octets(community), pduOf(id, oids))
  return (await exchange(payload, (response) => understood(() => read(response)))).values
}

const unknownEngine: SnmpEngine = { id: none, boots: 0, time: 0 }
const nobody: SnmpUser = { username: '', auth: null, privacyPassword: null }

/** Asks for the identity of the agent first, and for its time again if that was wrong. */
async function readSecurely(
  user: SnmpUser,
  oids: readonly string[],
  exchange: ExchangeDatagrams,
): Promise<readonly SnmpValue[]> {
  const found = await new SecureRequest(nobody, [], unknownEngine).send(exchange)
  const first = await new SecureRequest(user, oids, found.engine).send(exchange).catch(explainSilence)
  if (!first.isReport) return first.values
  if (reportOf(first) !== notInTime) throw rejected(first)
  const second = await new SecureRequest(user, oids, first.engine).send(exchange)
  if (second.isReport) throw rejected(second)
  return second.values
}

/** Net-SNMP does not respond to what it cannot decrypt. */
function explainSilence(error: unknown): never {
  if (!(error instanceof TargetDown) || error.reason !== 'timeout') throw error
  const message = 'the agent responds, but not to this user; the privacy password or its algorithm may be wrong'
  throw new TargetDown('timeout', message, { cause: error, local: error.local })
}

const reports = '1.3.6.1.6.3.15.1.1'
const notInTime = `${reports}.2.0`
const reportSentences: Readonly<Record<string, string>> = {
  [`${reports}.1.0`]: 'the agent does not allow this security level',
  [notInTime]: "the request does not fit the agent's time",
  [`${reports}.3.0`]: 'the agent does not know the user',
  [`${reports}.4.0`]: 'the agent does not know its own identity',
  [`${reports}.5.0`]: 'the authentication password or its algorithm is wrong',
  [`${reports}.6.0`]: 'the privacy password or its algorithm is wrong',
}

const reportOf = ({ values }: SnmpReply): string => values[0]?.oid ?? ''

function rejected(reply: SnmpReply): TargetDown {
  const sentence = reportSentences[reportOf(reply)] ?? `the agent rejected the request: ${reportOf(reply)}`
  return new TargetDown('auth', sentence)
}

interface SecureReply extends SnmpReply {
  readonly engine: SnmpEngine
}

/** One request of version 3, and how its response is read. */
class SecureRequest {
  readonly #id = randomInt(1, maxId)
  readonly #user: SnmpUser
  readonly #engine: SnmpEngine
  readonly #keys: SnmpKeys | null
  readonly #payload: Buffer

  constructor(user: SnmpUser, oids: readonly string[], engine: SnmpEngine) {
    this.#user = user
    this.#engine = engine
    this.#keys = keysFor(user, engine)
    this.#payload = this.#signed(sequence(octets(engine.id), octets(''), pduOf(this.#id, oids)))
  }

  send(exchange: ExchangeDatagrams): Promise<SecureReply> {
    return exchange(this.#payload, (response) => understood(() => this.#read(response)))
  }

  #signed(scoped: Buffer): Buffer {
    const keys = this.#keys
    const encrypted = keys?.privacy ? encrypt(keys.privacy, this.#engine, scoped) : null
    const flags = flagReportable | (keys ? flagAuth : 0) | (encrypted ? flagPrivacy : 0)
    const message = (signature: Buffer): Buffer =>
      sequence(
        integer(3),
        sequence(integer(this.#id), integer(maxResponseBytes), octets(Buffer.from([flags])), integer(userSecurity)),
        octets(this.#security(signature, encrypted?.salt ?? none)),
        encrypted ? octets(encrypted.data) : scoped,
      )
    if (!keys) return message(none)
    return message(sign(keys, message(Buffer.alloc(signatureBytes[keys.algorithm]))))
  }

  #security(signature: Buffer, salt: Buffer): Buffer {
    const { id, boots, time } = this.#engine
    return sequence(
      octets(id),
      integer(boots),
      integer(time),
      octets(this.#user.username),
      octets(signature),
      octets(salt),
    )
  }

  #read(response: Buffer): SecureReply | null {
    const message = new BerReader(response).into()
    if (message.number() !== 3) return null
    const header = message.into()
    if (header.number() !== this.#id) return null
    header.number()
    const flags = header.take(tag.octets)[0] ?? 0
    const security = new BerReader(message.take(tag.octets)).into()
    const engine = { id: security.take(tag.octets), boots: positive(security), time: positive(security) }
    security.take(tag.octets)
    const signature = security.take(tag.octets)
    const salt = security.take(tag.octets)
    const isVerified = this.#keys !== null && (flags & flagAuth) !== 0 && isSigned(this.#keys, response, signature)
    const scoped = this.#scoped(message, { engine, salt, isEncrypted: (flags & flagPrivacy) !== 0 })
    scoped.take(tag.octets)
    scoped.take(tag.octets)
    const reply = readPdu(scoped, this.#id)
    // Reports say what was wrong with the request, so they may be unsigned.
    if (reply === null || (!reply.isReport && this.#keys && !isVerified)) return null
    return { ...reply, engine }
  }

  #scoped(
    message: BerReader,
    { engine, salt, isEncrypted }: { engine: SnmpEngine; salt: Buffer; isEncrypted: boolean },
  ): BerReader {
    if (!isEncrypted) return message.into()
    const key = this.#keys?.privacy
    if (!key || salt.length !== 8) throw new MalformedBer('it is encrypted in an unknown way')
    return new BerReader(decrypt(key, engine, { salt, data: message.take(tag.octets) })).into()
  }
}

function positive(reader: BerReader): number {
  const value = reader.number()
  if (value < 0 || value > maxId) throw new MalformedBer('a time is out of range')
  return value
}

function pduOf(id: number, oids: readonly string[]): Buffer {
  const bindings = oids.map((oid) => sequence(objectId(oid), tagged(tag.nothing)))
  return tagged(getRequest, integer(id), integer(0), integer(0), sequence(...bindings))
}

const errors: Readonly<Record<number, string>> = {
  1: 'the response would be too big; ask for fewer values',
  5: 'a general error',
  16: 'the user may not read these values',
}

/** Null for the response to another request. */
function readPdu(message: BerReader, id: number): SnmpReply | null {
  const { type, value } = message.next()
  if (type !== getResponse && type !== report) throw new MalformedBer(`a message has the unknown type ${type}`)
  const pdu = new BerReader(value)
  const isReport = type === report
  // An agent that cannot read the request does not know its number.
  if (pdu.number() !== id && !isReport) return null
  const error = pdu.number()
  pdu.number()
  if (error !== 0)
    throw new TargetDown(error === 16 ? 'auth' : 'other', `the agent reports: ${errors[error] ?? `error ${error}`}`)
  const bindings = pdu.into()
  const values: SnmpValue[] = []
  while (!bindings.isAtEnd) values.push(readValue(bindings.into()))
  return { isReport, values }
}

function understood<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof MalformedBer)) throw error
    throw new TargetDown('other', `the response is malformed: ${error.message}`, { cause: error })
  }
}
