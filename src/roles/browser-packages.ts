// Installs the packages of browser checks in a child process. The prober finds them when they are ready.
import { fileURLToPath } from 'node:url'
import type { Log } from '../domain/log.ts'
import { createInstaller } from './installer.ts'

interface InstallOptions {
  readonly dataDir: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly log: Log
}

export interface BrowserPackages {
  install(): void
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('../../scripts/browser.mjs', import.meta.url))

export function browserPackages({ dataDir, env, log }: InstallOptions): BrowserPackages {
  const fail = (why: string): void =>
    log.error('browser checks cannot run here: their packages could not be installed; everything else works', { why })
  const follow = (line: string): void => {
    const { doing, failed } = JSON.parse(line) as { doing?: string; failed?: string }
    if (doing) log.info('browser checks', { doing })
    if (failed) fail(failed)
  }
  const installer = createInstaller({ program, dataDir, env, onLine: follow, onError: fail })
  return { install: installer.start, stop: installer.stop }
}
