// Gatus for the comparison with peers: built once from its source through Go's module proxy, then kept in the user's
// cache.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const source = 'github.com/TwiN/gatus/v5@v5.36.0'
const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'lapwing-bench')
const program = join(cache, 'gatus-v5.36.0')

export const gatusVersion = source.slice(source.lastIndexOf('@') + 1)

/** The program, or the reason why there is none. */
export async function findGatus(): Promise<{ program: string } | { missing: string }> {
  if (existsSync(program)) return { program }
  try {
    await build()
    return { program }
  } catch (error) {
    const { code, stderr, message } = error as { code?: string; stderr?: string; message: string }
    if (code === 'ENOENT') return { missing: 'Go is not installed' }
    return { missing: stderr?.trim().split('\n').at(-1) || message }
  }
}

/** `go install` also asks for the list of versions, which some proxies refuse. */
async function build(): Promise<void> {
  mkdirSync(cache, { recursive: true })
  const cwd = mkdtempSync(join(tmpdir(), 'lapwing-gatus-'))
  const downloaded = await run('go', ['mod', 'download', '-json', source], { cwd })
  const { Dir: folder } = JSON.parse(downloaded.stdout) as { Dir: string }
  await run('go', ['build', '-mod=readonly', '-o', program, '.'], { cwd: folder })
}

export interface WatchedEndpoints {
  /** Of its own web server. */
  readonly port: number
  readonly count: number
  readonly target: string
  readonly intervalSeconds: number
}

/** Starts it with its results in SQLite, and without a log line for each check. */
export function startGatus(path: string, folder: string, watched: WatchedEndpoints): ChildProcess {
  const config = join(folder, 'gatus.json')
  const endpoints = Array.from({ length: watched.count }, (_, index) => ({
    name: `monitor-${index}`,
    url: watched.target,
    interval: `${watched.intervalSeconds}s`,
    conditions: ['[STATUS] < 400'],
  }))
  // JSON is YAML too.
  writeFileSync(
    config,
    JSON.stringify({
      web: { address: '127.0.0.1', port: watched.port },
      storage: { type: 'sqlite', path: gatusDatabase(folder) },
      endpoints,
    }),
  )
  const env = { ...process.env, GATUS_CONFIG_PATH: config, GATUS_LOG_LEVEL: 'WARN' }
  return spawn(path, [], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
}

export const gatusDatabase = (folder: string): string => join(folder, 'gatus.db')

/** Gatus starts its endpoints one after the other, with this pause between two. */
export const gatusStartMs = 222
