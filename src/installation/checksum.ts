// Whether an archive is the published one: its checksum, and the signature of the list that contains it.
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseSums, sha256Of } from './file-list.ts'
import { verifySignature } from './minisign.ts'
import { UpgradeRefused } from './release.ts'

const publicKeyName = 'release-key.pub'

/** Returns a sentence about the origin of the archive. Throws if it must not be used. */
export async function verifyArchive(
  file: string,
  { installation, expected }: { installation: string; expected: string | undefined },
): Promise<string> {
  if (!existsSync(file)) throw new UpgradeRefused(`${file}: no such file.`)
  const { sum, from } = wantedSum(file, expected)
  const actual = await sha256Of(file)
  if (actual !== sum)
    throw new UpgradeRefused(`${file}: its SHA-256 is ${actual}, and ${from} says ${sum}. Download it again.`)
  return `Checksum: as in ${from}. ${signatureOf(join(dirname(file), 'SHA256SUMS'), installation)}`
}

function wantedSum(file: string, expected: string | undefined): { sum: string; from: string } {
  if (expected !== undefined) {
    if (!/^[0-9a-f]{64}$/i.test(expected)) throw new UpgradeRefused('--sha256: must be 64 hexadecimal digits.')
    return { sum: expected.toLowerCase(), from: '--sha256' }
  }
  const name = basename(file)
  // The list can be signed, so it counts first.
  for (const list of [join(dirname(file), 'SHA256SUMS'), `${file}.sha256`]) {
    const sum = existsSync(list) ? parseSums(readFileSync(list, 'utf8')).get(name) : undefined
    if (sum !== undefined) return { sum, from: basename(list) }
  }
  throw new UpgradeRefused(
    `${file}: there is no checksum. Put ${name}.sha256 or SHA256SUMS beside it, or pass --sha256.`,
  )
}

/** A sentence about `<list>.minisig`. A signature that is wrong throws. */
function signatureOf(list: string, installation: string, key = join(installation, publicKeyName)): string {
  const signature = `${list}.minisig`
  if (!existsSync(signature) || !existsSync(list)) return 'It is not signed.'
  if (!existsSync(key)) return `Its signature was not verified: this installation has no ${publicKeyName}.`
  const read = (file: string): string => readFileSync(file, 'utf8')
  const comment = verifySignature({ content: readFileSync(list), signature: read(signature), publicKey: read(key) })
  return `Signed: ${comment}.`
}

/** A sentence about the origin of a list of files: its own signature, or that of the SHA256SUMS beside it. */
export async function verifyListOrigin(list: string, installation: string, key: string | undefined): Promise<string> {
  const sums = join(dirname(list), 'SHA256SUMS')
  if (existsSync(`${list}.minisig`) || !existsSync(sums)) return signatureOf(list, installation, key)
  const expected = parseSums(readFileSync(sums, 'utf8')).get(basename(list))
  if (expected === undefined) return signatureOf(list, installation, key)
  if ((await sha256Of(list)) !== expected) throw new UpgradeRefused(`${list}: SHA256SUMS has another checksum for it.`)
  return signatureOf(sums, installation, key)
}
