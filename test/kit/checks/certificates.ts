// Certificates for tests, made on the spot: a root of our own and whatever it is asked to sign.
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

export interface Certificate {
  /** PEM, the leaf first and then what the server has to send along. */
  readonly cert: string
  readonly key: string
}

export interface Wish {
  names: readonly string[]
  from?: Date
  to?: Date
  /** Signs itself instead of being signed by the authority. */
  selfSigned?: boolean
  /** Puts an intermediate between root and leaf. */
  intermediate?: boolean
  /** An RSA key of so many bits instead of one on P-256; not for what signs itself. */
  rsaBits?: number
}

export interface Authority {
  /** PEM of the root. */
  readonly root: string
  issue(wish: Wish): Certificate
}

export interface Signer {
  name: string
  key: string
}

const days = (count: number): Date => new Date(Date.now() + count * 86_400_000)

export function createAuthority(name = 'Lapwing test root'): Authority {
  const root = makeKey(name)
  const rootCert = makeCertificate({
    subject: root,
    issuer: root,
    names: [],
    from: days(-30),
    to: days(3650),
    isAuthority: true,
  })
  return {
    root: rootCert,
    issue({ names, from = days(-1), to = days(90), selfSigned = false, intermediate = false, rsaBits }) {
      const leaf = makeKey(names[0] ?? '', rsaBits)
      const middle = intermediate ? makeKey(`${name} intermediate`) : null
      const issuer = selfSigned ? leaf : (middle ?? root)
      const certs = [makeCertificate({ subject: leaf, issuer, names, from, to, isAuthority: false })]
      if (middle)
        certs.push(
          makeCertificate({
            subject: middle,
            issuer: root,
            names: [],
            from: days(-30),
            to: days(3650),
            isAuthority: true,
          }),
        )
      return { cert: certs.join(''), key: leaf.key }
    },
  }
}

export function makeKey(name: string, rsaBits?: number): Signer {
  const { privateKey } = rsaBits
    ? generateKeyPairSync('rsa', { modulusLength: rsaBits })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { name, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

interface Draft {
  subject: Signer
  issuer: Signer
  names: readonly string[]
  from: Date
  to: Date
  isAuthority: boolean
  /** Instead of what these names and this role would have. */
  extensions?: readonly Buffer[]
}

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))

export function makeCertificate({ subject, issuer, names, from, to, isAuthority, extensions }: Draft): string {
  const publicKey = publicKeyOf(subject.key)
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    distinguishedName(issuer.name),
    sequence(time(from), time(to)),
    distinguishedName(subject.name),
    publicKey,
    tagged(0xa3, sequence(...(extensions ?? usualExtensions(names, isAuthority)))),
  )
  const signature = sign('sha256', body, createPrivateKey(issuer.key))
  const der = sequence(body, ecdsaWithSha256, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function publicKeyOf(key: string): Buffer {
  return createPublicKey(key).export({ type: 'spki', format: 'der' })
}

function usualExtensions(names: readonly string[], isAuthority: boolean): Buffer[] {
  return [basicConstraints(isAuthority), ...(names.length > 0 ? [alternativeNames(names)] : [])]
}

export function basicConstraints(isAuthority: boolean, pathLength?: number): Buffer {
  const length = pathLength === undefined ? [] : [integer(Buffer.from([pathLength]))]
  return extension('551d13', sequence(...(isAuthority ? [tagged(0x01, Buffer.from([0xff]))] : []), ...length), true)
}

export function alternativeNames(names: readonly string[]): Buffer {
  return extension('551d11', sequence(...names.map(alternativeName)))
}

export function extension(oidHex: string, value: Buffer, isCritical = false): Buffer {
  const critical = isCritical ? [tagged(0x01, Buffer.from([0xff]))] : []
  return sequence(oid(oidHex), ...critical, tagged(0x04, value))
}

export function alternativeName(name: string): Buffer {
  return isIPv4(name) ? tagged(0x87, Buffer.from(name.split('.').map(Number))) : tagged(0x82, Buffer.from(name))
}

export function distinguishedName(name: string): Buffer {
  return sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(name)))))
}

function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/g, '')
  return date.getUTCFullYear() < 2050 ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits))
}

function integer(value: Buffer): Buffer {
  return tagged(0x02, value)
}

export function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'))
}

export function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts))
}

export function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
