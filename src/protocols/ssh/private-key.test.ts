import { execFileSync } from 'node:child_process'
import { type KeyExportOptions, generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { newFolder } from '../../../test/kit/files.ts'
import { openPrivateKey } from './private-key.ts'

const folder = newFolder()
afterAll(() => folder.remove())

const keygen = '/usr/bin/ssh-keygen'
const openssl = '/usr/bin/openssl'
const needs = (program: string) => ({ skip: !existsSync(program) && process.env['CI'] !== 'true' })

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-384' })
const ed25519 = generateKeyPairSync('ed25519')
const pem = ({ privateKey }: typeof rsa, type: 'pkcs1' | 'pkcs8' | 'sec1', passphrase?: string): string => {
  const lock = passphrase ? { cipher: 'aes-256-cbc', passphrase } : {}
  return privateKey.export({ type, format: 'pem', ...lock } as KeyExportOptions<'pem'>).toString()
}

function sshKeygen(kind: string, passphrase: string, rounds = 16): string {
  const path = join(folder.path, `${kind} ${passphrase} ${rounds}`)
  execFileSync(keygen, ['-q', '-t', kind, '-N', passphrase, '-a', String(rounds), '-f', path])
  return readFileSync(path, 'utf8')
}

async function opens(key: string, passphrase: string | undefined, type: string): Promise<void> {
  const opened = await openPrivateKey(key, passphrase)
  expect(opened.type).toBe(type)
  expect(opened.verify(Buffer.from('hello'), opened.sign(Buffer.from('hello')))).toBe(true)
}

async function staysShut(key: string, passphrase: string | undefined, reason: string): Promise<void> {
  const opening = openPrivateKey(key, passphrase)
  await expect(opening).rejects.toMatchObject({ reason: 'auth', message: `the private key cannot be used: ${reason}` })
  await expect(openPrivateKey(key, passphrase)).rejects.toBe(await opening.catch((error: unknown) => error))
}

describe('a private key', () => {
  it.each([
    ['RSA in PKCS #1', pem(rsa, 'pkcs1'), undefined, 'ssh-rsa'],
    ['RSA in PKCS #1, locked', pem(rsa, 'pkcs1', 'sesame'), 'sesame', 'ssh-rsa'],
    ['RSA in PKCS #8', pem(rsa, 'pkcs8'), undefined, 'ssh-rsa'],
    ['RSA in PKCS #8, locked', pem(rsa, 'pkcs8', 'sesame'), 'sesame', 'ssh-rsa'],
    ['EC in SEC 1', pem(ec, 'sec1'), undefined, 'ecdsa-sha2-nistp384'],
    ['EC in PKCS #8', pem(ec, 'pkcs8'), undefined, 'ecdsa-sha2-nistp384'],
    ['Ed25519 in PKCS #8', pem(ed25519, 'pkcs8'), undefined, 'ssh-ed25519'],
    ['Ed25519 in PKCS #8, locked', pem(ed25519, 'pkcs8', 'sesame'), 'sesame', 'ssh-ed25519'],
    ['with spaces around it', `\n  ${pem(rsa, 'pkcs1')}\n`, undefined, 'ssh-rsa'],
    ['with the line ends of Windows', pem(rsa, 'pkcs1').replaceAll('\n', '\r\n'), undefined, 'ssh-rsa'],
  ])('is opened: %s', (_what, key, passphrase, type) => opens(key, passphrase, type))

  it('is opened as OpenSSH writes it', needs(keygen), async () => {
    await opens(sshKeygen('ed25519', ''), undefined, 'ssh-ed25519')
    await opens(sshKeygen('rsa', 'open sesame', 2), 'open sesame', 'ssh-rsa')
  })

  it('is the same key in another format', async () => {
    const key = await openPrivateKey(pem(ed25519, 'pkcs8'), undefined)
    const { x = '' } = ed25519.publicKey.export({ format: 'jwk' })
    expect(key.getPublicSSH().subarray(-32)).toEqual(Buffer.from(x, 'base64url'))
  })

  it.each([
    ['PKCS #8 without its passphrase', pem(rsa, 'pkcs8', 'sesame'), undefined, 'it needs a passphrase'],
    ['PKCS #8 with a wrong one', pem(rsa, 'pkcs8', 'sesame'), 'x', 'the passphrase does not open it'],
    ['PKCS #1 without its passphrase', pem(rsa, 'pkcs1', 'sesame'), undefined, 'it needs a passphrase'],
    ['PKCS #1 with a wrong one', pem(rsa, 'pkcs1', 'sesame'), 'x', 'the passphrase does not open it'],
    ['X25519', pem(generateKeyPairSync('x25519'), 'pkcs8'), undefined, 'keys of the kind x25519 are not for SSH'],
    ['rubbish', rubbish('PRIVATE KEY'), undefined, 'it cannot be read'],
    ['OpenSSH rubbish', rubbish('OPENSSH PRIVATE KEY'), undefined, 'malformed OpenSSH private key'],
  ])('is not opened: %s', (_what, key, passphrase, reason) => staysShut(key, passphrase, reason))

  it('is not opened with a wrong passphrase that decrypts to a plausible structure', () =>
    staysShut(lockedEd25519, 'x', 'the passphrase does not open it'))

  it('is not opened with an unsupported cipher, and the passphrase is not blamed', () =>
    staysShut(lockedWithDes, 'sesame', 'it cannot be read'))

  it('is not opened with a wrong passphrase, or with too many rounds', needs(keygen), async () => {
    await staysShut(sshKeygen('ed25519', 'sesame', 1), 'x', 'the passphrase does not open it')
    const reason = 'it asks for more than 64 bcrypt rounds (ssh-keygen -a)'
    await staysShut(sshKeygen('ed25519', 'sesame', 65), 'sesame', reason)
  })

  it('in PKCS #8 is not opened with too many rounds', needs(openssl), async () => {
    const convert = ['pkcs8', '-topk8', '-iter', '1000001', '-passout', 'pass:x']
    const slow = execFileSync(openssl, convert, { input: pem(ed25519, 'pkcs8'), encoding: 'utf8' })
    await staysShut(slow, 'x', 'it asks for more than 1000000 rounds of PBKDF2')
  })
})

function rubbish(kind: string): string {
  return `-----BEGIN ${kind}-----\nrubbish\n-----END ${kind}-----`
}

/** Locked with "sesame". Decrypting it with "x" gives valid padding, but no key. */
const lockedEd25519 = `-----BEGIN ENCRYPTED PRIVATE KEY-----
MIGjMF8GCSqGSIb3DQEFDTBSMDEGCSqGSIb3DQEFDDAkBBBMWNFnU29EqiIaOO9n
GEdpAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQ4tMcpUFkadx6Dyem
AYQHbQRAnaqNC1aVTgjv7SLLxRVM+kSMUfnAylv8ojJ5/rEBjr7DTxqNc1raqBQJ
sgPeSzUmPdmcKmeTWmd9NJV72IyBag==
-----END ENCRYPTED PRIVATE KEY-----`

const lockedWithDes = `-----BEGIN ENCRYPTED PRIVATE KEY-----
MIGHMEsGCSqGSIb3DQEFDTA+MCkGCSqGSIb3DQEFDDAcBAiqkgKupWdqpAICCAAw
DAYIKoZIhvcNAgkFADARBgUrDgMCBwQIroDjzHaXUEoEOFJ+/mmRiHT85ImB8HoK
92hx8x6tGxJMbv3BI3QiVB4ob0IeC7SqArCAXAFcrONkVPmBQSRhSGY3
-----END ENCRYPTED PRIVATE KEY-----`
