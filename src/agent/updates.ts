// Updates that wait, where apt knows of them.
import { existsSync, statSync } from 'node:fs'
import { printed } from './programs.ts'

const hour = 3_600_000
const whatAptKnows = ['/var/lib/apt/lists', '/var/lib/dpkg/status']

export interface Updates {
  readonly security_updates?: number
  readonly reboot_required?: number
}

/** Asks apt once an hour at most, and only when something has changed: it takes a second of a core to answer. */
export function createUpdates(monotonicMs: () => number): () => Promise<Updates> {
  let known: Updates = {}
  let askedAt = -Infinity
  let knownOf = ''
  return async () => {
    if (!existsSync('/etc/debian_version')) return {}
    const changed = whatAptKnows.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0).join(' ')
    if (changed !== knownOf && monotonicMs() - askedAt >= hour) {
      askedAt = monotonicMs()
      knownOf = changed
      const text = await printed('apt-get', ['--simulate', '-o', 'Debug::NoLocking=true', 'dist-upgrade'])
      known = text === null ? {} : { security_updates: securityUpdatesIn(text) }
    }
    return { ...known, reboot_required: existsSync('/run/reboot-required') ? 1 : 0 }
  }
}

/** Lines such as `Inst openssl [3.0.1] (3.0.2 Debian-Security:13/stable-security [amd64])`. */
export function securityUpdatesIn(text: string): number {
  return text.split('\n').filter((line) => /^Inst \S+ .*\(.*-security/i.test(line)).length
}
