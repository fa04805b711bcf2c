import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newFolder } from '../../test/kit/files.ts'
import { verifyArchive, verifyListOrigin } from './checksum.ts'
import { verifyFiles } from './file-list.ts'
import { verifySignature } from './minisign.ts'
import { compareVersions, parseRelease } from './release.ts'

function folderWith(files: Readonly<Record<string, string>>): string {
  const { path, remove } = newFolder()
  onTestFinished(remove)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(path, name, '..'), { recursive: true })
    writeFileSync(join(path, name), text)
  }
  return path
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** As minisign writes them. */
function newSigner() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const id = randomBytes(8)
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const text = (bytes: Buffer[]): string => Buffer.concat(bytes).toString('base64')
  return {
    publicKey: `untrusted comment: minisign public key\n${text([Buffer.from('Ed'), id, raw])}\n`,
    sign: (content: string, { comment = 'lapwing 0.4.0', prehashed = true } = {}): string => {
      const message = prehashed ? createHash('blake2b512').update(content).digest() : Buffer.from(content)
      const signature = sign(null, message, privateKey)
      const global = sign(null, Buffer.concat([signature, Buffer.from(comment)]), privateKey)
      const blob = text([Buffer.from(prehashed ? 'ED' : 'Ed'), id, signature])
      return `untrusted comment: signature\n${blob}\ntrusted comment: ${comment}\n${global.toString('base64')}\n`
    },
  }
}

describe('a signature', () => {
  const { publicKey, sign: signed } = newSigner()
  const content = Buffer.from('the list')

  it.each([true, false])('of the key is accepted, and its comment is trusted (hashed before: %s)', (prehashed) => {
    expect(verifySignature({ content, signature: signed('the list', { prehashed }), publicKey })).toBe('lapwing 0.4.0')
  })

  it('of other content, another key or another comment is refused', () => {
    const signature = signed('the list')
    const wrong = { content: Buffer.from('another list'), signature, publicKey }
    expect(() => verifySignature(wrong)).toThrow('changed after it was signed')
    expect(() => verifySignature({ content, signature, publicKey: newSigner().publicKey })).toThrow('another key')
    const renamed = signature.replace('lapwing 0.4.0', 'lapwing 0.5.0')
    expect(() => verifySignature({ content, signature: renamed, publicKey })).toThrow('changed after it was signed')
    expect(() => verifySignature({ content, signature: 'x', publicKey })).toThrow('The signature is damaged')
  })
})

describe('an archive', () => {
  it('is the one of its checksum, and says whether that is signed', async () => {
    const sums = `${sha256('bytes')}  a.tar.gz\n`
    const folder = folderWith({ 'a.tar.gz': 'bytes', 'a.tar.gz.sha256': sums })
    const verify = (expected?: string) => verifyArchive(join(folder, 'a.tar.gz'), { installation: folder, expected })
    expect(await verify()).toBe('Checksum: as in a.tar.gz.sha256. It is not signed.')
    await expect(verify('0'.repeat(64))).rejects.toThrow(/its SHA-256 is .* and --sha256 says 0000/)
    const signer = newSigner()
    writeFileSync(join(folder, 'SHA256SUMS'), sums)
    writeFileSync(join(folder, 'SHA256SUMS.minisig'), signer.sign(sums))
    expect(await verify()).toContain('this installation has no release-key.pub')
    writeFileSync(join(folder, 'release-key.pub'), signer.publicKey)
    expect(await verify()).toBe('Checksum: as in SHA256SUMS. Signed: lapwing 0.4.0.')
    writeFileSync(join(folder, 'SHA256SUMS.minisig'), newSigner().sign(sums))
    await expect(verify()).rejects.toThrow('another key')
  })

  it('without a checksum is refused', async () => {
    const folder = folderWith({ 'a.tar.gz': 'bytes' })
    const verify = (name: string) => verifyArchive(join(folder, name), { installation: folder, expected: undefined })
    await expect(verify('a.tar.gz')).rejects.toThrow('there is no checksum')
    await expect(verify('b.tar.gz')).rejects.toThrow('no such file')
  })
})

describe('the files of an installation', () => {
  const files = { 'src/a.ts': 'a', 'src/b.ts': 'b', 'lib/c.so.1': 'c' }
  const list = `${Object.entries({ ...files, 'lib/c.so': 'c' })
    .map(([path, text]) => `${sha256(text)}  ${path}`)
    .join('\n')}\n`

  it('are compared with their list', async () => {
    const folder = folderWith({ ...files, 'files.sha256': list, 'node_modules/.cache/lapwing/x': 'compiled' })
    symlinkSync('c.so.1', join(folder, 'lib/c.so'))
    expect(await verifyFiles(folder)).toEqual({ files: 4, changed: [], missing: [], added: [] })
    appendFileSync(join(folder, 'src/a.ts'), '!')
    rmSync(join(folder, 'src/b.ts'))
    writeFileSync(join(folder, 'src/d.ts'), '')
    rmSync(join(folder, 'lib/c.so'))
    symlinkSync('/etc/hostname', join(folder, 'lib/c.so'))
    expect(await verifyFiles(folder)).toEqual({
      files: 4,
      changed: ['lib/c.so', 'src/a.ts'],
      missing: ['src/b.ts'],
      added: ['src/d.ts'],
    })
  })

  it('can be compared with a list from elsewhere that is part of a signed one', async () => {
    const installation = folderWith(files)
    const { publicKey, sign: signed } = newSigner()
    const sums = `${sha256(list)}  x.files.sha256\n`
    const elsewhere = folderWith({
      'x.files.sha256': list,
      SHA256SUMS: sums,
      'SHA256SUMS.minisig': signed(sums),
      'key.pub': publicKey,
    })
    const [file, key] = [join(elsewhere, 'x.files.sha256'), join(elsewhere, 'key.pub')]
    expect(await verifyListOrigin(file, installation, key)).toBe('Signed: lapwing 0.4.0.')
    appendFileSync(file, '\n')
    await expect(verifyListOrigin(file, installation, key)).rejects.toThrow('SHA256SUMS has another checksum')
  })
})

describe('a release', () => {
  it('says what it is', () => {
    const facts = { version: '0.4.0', platform: 'linux-x64', migration: 95, servesFrom: 91 }
    expect(parseRelease(JSON.stringify({ product: 'lapwing', ...facts }))).toEqual(facts)
    for (const text of ['', '[]', '{}', JSON.stringify(facts)])
      expect(() => parseRelease(text)).toThrow('not a release')
    const damaged = JSON.stringify({ product: 'lapwing', ...facts, version: '../0.4.0' })
    expect(() => parseRelease(damaged)).toThrow('damaged')
  })

  it.each([
    ['0.4.0', '0.3.9'],
    ['0.10.0', '0.9.0'],
    ['1.0.0', '0.99.99'],
    ['0.4.0', '0.4.0-rc.2'],
    ['0.4.0-rc.10', '0.4.0-rc.2'],
  ])('%s is newer than %s', (newer, older) => {
    expect(compareVersions(newer, older)).toBeGreaterThan(0)
    expect(compareVersions(older, newer)).toBeLessThan(0)
    expect(compareVersions(newer, newer)).toBe(0)
  })
})
