import { execFileSync } from 'node:child_process'
import { type KeyExportOptions, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { newFolder } from '../../test/kit/files.ts'
import { openPrivateKey } from './ssh-key.ts'

const folder = newFolder()
afterAll(() => folder.remove())

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-384' })
const ed25519 = generateKeyPairSync('ed25519')
const written = ({ privateKey }: typeof rsa, options: KeyExportOptions<'pem'>): string => privateKey.export(options).toString()
const locked = { cipher: 'aes-256-cbc', passphrase: 'open sesame' }

function sshKeygen(kind: string, ...more: string[]): string {
  const path = join(folder.path, `${kind} ${more.join(' ')}`.replaceAll('/', '_'))
  execFileSync('ssh-keygen', ['-q', '-t', kind, '-f', path, ...more])
  return readFileSync(path, 'utf8')
}

describe('a private key', () => {
  it.each([
    ['RSA in PKCS #1', written(rsa, { type: 'pkcs1', format: 'pem' }), undefined, 'ssh-rsa'],
    ['RSA in PKCS #1, locked', written(rsa, { type: 'pkcs1', format: 'pem', ...locked }), 'open sesame', 'ssh-rsa'],
    ['RSA in PKCS #8', written(rsa, { type: 'pkcs8', format: 'pem' }), undefined, 'ssh-rsa'],
    ['RSA in PKCS #8, locked', written(rsa, { type: 'pkcs8', format: 'pem', ...locked }), 'open sesame', 'ssh-rsa'],
    ['EC in SEC 1', written(ec, { type: 'sec1', format: 'pem' }), undefined, 'ecdsa-sha2-nistp384'],
    ['EC in PKCS #8', written(ec, { type: 'pkcs8', format: 'pem' }), undefined, 'ecdsa-sha2-nistp384'],
    ['Ed25519 in PKCS #8', written(ed25519, { type: 'pkcs8', format: 'pem' }), undefined, 'ssh-ed25519'],
    ['Ed25519 in PKCS #8, locked', written(ed25519, { type: 'pkcs8', format: 'pem', ...locked }), 'open sesame', 'ssh-ed25519'],
    ['Ed25519 as OpenSSH writes it', sshKeygen('ed25519', '-N', ''), undefined, 'ssh-ed25519'],
    ['RSA as OpenSSH writes it, locked', sshKeygen('rsa', '-N', 'open sesame', '-a', '2'), 'open sesame', 'ssh-rsa'],
    ['with spaces around it and the line ends of Windows', `\n  ${written(rsa, { type: 'pkcs1', format: 'pem' }).replaceAll('\n', '\r\n')}\n`, undefined, 'ssh-rsa'],
  ])('is opened: %s', async (_what, pem, passphrase, type) => {
    const key = await openPrivateKey(pem, passphrase)
    expect(key.type).toBe(type)
    const signature = key.sign(Buffer.from('hello'))
    expect(key.verify(Buffer.from('hello'), signature)).toBe(true)
  })

  it('is the same key in another form', async () => {
    const key = await openPrivateKey(written(ed25519, { type: 'pkcs8', format: 'pem' }), undefined)
    const { x = '' } = ed25519.publicKey.export({ format: 'jwk' })
    expect(key.getPublicSSH().subarray(-32)).toEqual(Buffer.from(x, 'base64url'))
  })

  it.each([
    ['PKCS #8 without its passphrase', written(rsa, { type: 'pkcs8', format: 'pem', ...locked }), undefined, 'it needs a passphrase'],
    ['PKCS #8 with a wrong one', written(rsa, { type: 'pkcs8', format: 'pem', ...locked }), 'x', 'the passphrase does not open it'],
    ['PKCS #1 without its passphrase', written(rsa, { type: 'pkcs1', format: 'pem', ...locked }), undefined, 'it needs a passphrase'],
    ['PKCS #1 with a wrong one', written(rsa, { type: 'pkcs1', format: 'pem', ...locked }), 'x', 'the passphrase does not open it'],
    ['OpenSSH with a wrong one', sshKeygen('ed25519', '-N', 'open sesame', '-a', '1'), 'x', 'the passphrase does not open it'],
    ['one that takes for ever', sshKeygen('ed25519', '-N', 'open sesame', '-a', '65'), 'open sesame', 'it asks for more than 64 bcrypt rounds (ssh-keygen -a)'],
    ['X25519', written(generateKeyPairSync('x25519'), { type: 'pkcs8', format: 'pem' }), undefined, 'keys of the kind x25519 are not for SSH'],
    ['rubbish', '-----BEGIN PRIVATE KEY-----\nrubbish\n-----END PRIVATE KEY-----', undefined, 'it cannot be read'],
    ['OpenSSH rubbish', '-----BEGIN OPENSSH PRIVATE KEY-----\nrubbish\n-----END OPENSSH PRIVATE KEY-----', undefined, 'malformed OpenSSH private key'],
  ])('is not opened: %s', async (_what, pem, passphrase, reason) => {
    const opening = openPrivateKey(pem, passphrase)
    await expect(opening).rejects.toMatchObject({ reason: 'auth', message: `the private key cannot be used: ${reason}` })
    await expect(openPrivateKey(pem, passphrase)).rejects.toBe(await opening.catch((error: unknown) => error))
  })

  it('in PKCS #8 is not opened when that takes for ever', async () => {
    const path = join(folder.path, 'slow')
    execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', path])
    const slow = execFileSync('openssl', ['pkcs8', '-topk8', '-in', path, '-iter', '1000001', '-passout', 'pass:x'], { encoding: 'utf8' })
    await expect(openPrivateKey(slow, 'x')).rejects.toThrow('more than 1000000 rounds of PBKDF2')
  })
})
