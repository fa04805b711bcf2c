// The Node that machines without one get: those of the packages of this Lapwing, and its own.
import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { padding, tarEnd, tarHeader } from '../codecs/tar.ts'

export interface Runtime {
  /** Such as `linux-x64`. */
  readonly platform: string
  readonly version: string
  readonly file: string
  readonly license: string
}

export interface PackedRuntime {
  readonly platform: string
  readonly name: string
  readonly file: string
  readonly sha256: string
  readonly bytes: number
}

export function findRuntimes(home: string): Runtime[] {
  const packaged = ['linux-x64', 'linux-arm64'].flatMap((platform): Runtime[] => {
    const folder = join(home, 'node_modules', `node-${platform}`)
    const file = join(folder, 'bin', 'node')
    if (!existsSync(file)) return []
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return [{ platform, version, file, license: join(folder, 'LICENSE') }]
  })
  const own = ownRuntime()
  return own && !packaged.some(({ platform }) => platform === own.platform) ? [...packaged, own] : packaged
}

/** The one that runs this process, unless it needs libraries of this machine. */
function ownRuntime(): Runtime | null {
  const { variables } = process.config as unknown as { variables: Readonly<Record<string, unknown>> }
  const isShared = Object.entries(variables).some(
    ([name, value]) => name.startsWith('node_shared') && String(value) === 'true',
  )
  const hasMusl = existsSync('/etc/alpine-release')
  if (process.platform !== 'linux' || isShared || hasMusl) return null
  const license = join(process.execPath, '../../LICENSE')
  return { platform: `linux-${process.arch}`, version: process.versions.node, file: process.execPath, license }
}

// 120 MB take 2 seconds of CPU time, and 4 at the usual level, for a tenth less.
const level = 1

/** Packs it once, for all later starts. */
export async function packRuntime(
  { platform, version, file, license }: Runtime,
  folder: string,
): Promise<PackedRuntime> {
  const { size } = statSync(file)
  const name = `node-${platform}-${version}-${size}.tar.gz`
  const packed = join(folder, name)
  if (!existsSync(packed)) {
    mkdirSync(folder, { recursive: true })
    const aside = `${packed}.${process.pid}`
    try {
      await pipeline(Readable.from(entriesOf({ file, size, license })), createGzip({ level }), createWriteStream(aside))
      renameSync(aside, packed)
    } finally {
      rmSync(aside, { force: true })
    }
    removeOthers(folder, { platform, name })
  }
  const hash = createHash('sha256')
  await pipeline(createReadStream(packed), hash)
  return { platform, name, file: packed, sha256: hash.digest('hex'), bytes: statSync(packed).size }
}

async function* entriesOf({
  file,
  size,
  license,
}: {
  file: string
  size: number
  license: string
}): AsyncIterable<Buffer> {
  yield tarHeader({ path: 'node', size, isProgram: true })
  yield* createReadStream(file) as AsyncIterable<Buffer>
  yield padding(size)
  if (existsSync(license)) {
    const text = readFileSync(license)
    yield tarHeader({ path: 'node.LICENSE', size: text.length })
    yield text
    yield padding(text.length)
  }
  yield tarEnd
}

function removeOthers(folder: string, { platform, name }: { platform: string; name: string }): void {
  for (const other of readdirSync(folder))
    if (other.startsWith(`node-${platform}-`) && other !== name) rmSync(join(folder, other), { force: true })
}
