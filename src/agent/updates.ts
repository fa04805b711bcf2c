// Pending updates, on systems with apt.
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { textOf } from './files.ts'
import { outputOf } from './programs.ts'

const hour = 3_600_000
const afterStartMs = 30_000
const patienceMs = 300_000
const whatAptKnows = ['/var/lib/apt/lists', '/var/lib/dpkg/status']

export interface Updates {
  readonly security_updates?: number
  readonly reboot_required?: number
}

interface KnownUpdates {
  /** The state of apt's files at the last query. */
  readonly of: string
  readonly updates: Updates
}

interface UpdateSource {
  monotonicMs(): number
  /** Simulates an upgrade with apt. */
  ask?(): Promise<string | null>
}

/**
 * Queries apt once an hour at most, and only after a change: it takes seconds of CPU time or more. So it runs in
 * the background and some time after the start, and its result is stored in the folder for the next start.
 */
export function createUpdates(folder: string, { monotonicMs, ask = askApt }: UpdateSource): () => Updates {
  const file = join(folder, 'updates.json')
  let known = knownIn(textOf(file))
  let mayAskAt = monotonicMs() + afterStartMs

  async function learn(of: string): Promise<void> {
    const text = await ask()
    known = { of, updates: text === null ? {} : { security_updates: securityUpdatesIn(text) } }
    if (text !== null) keep(file, known)
  }

  return () => {
    if (!existsSync('/etc/debian_version')) return {}
    const of = whatAptKnows.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0).join(' ')
    if (of !== known.of && monotonicMs() >= mayAskAt) {
      mayAskAt = monotonicMs() + hour
      void learn(of)
    }
    return { ...known.updates, reboot_required: existsSync('/run/reboot-required') ? 1 : 0 }
  }
}

const askApt = (): Promise<string | null> =>
  outputOf('apt-get', ['--simulate', '-o', 'Debug::NoLocking=true', 'dist-upgrade'], patienceMs)

function knownIn(text: string): KnownUpdates {
  try {
    const { of, count } = JSON.parse(text) as { of: unknown; count: unknown }
    if (typeof of === 'string' && typeof count === 'number') return { of, updates: { security_updates: count } }
  } catch {
    // No result yet, or it was cut by a crash.
  }
  return { of: '', updates: {} }
}

function keep(file: string, { of, updates }: KnownUpdates): void {
  try {
    writeFileSync(file, JSON.stringify({ of, count: updates.security_updates }))
  } catch {
    // The next start queries again.
  }
}

/** Lines such as `Inst openssl [3.0.1] (3.0.2 Debian-Security:13/stable-security [amd64])`. */
export function securityUpdatesIn(text: string): number {
  return text.split('\n').filter((line) => /^Inst \S+ .*\(.*-security/i.test(line)).length
}
