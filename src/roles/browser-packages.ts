// Installs the packages of browser checks in a child process. The prober finds them when they are ready.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Log } from '../domain/log.ts'

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
  let installer: ChildProcess | undefined
  const fail = (why: string): void =>
    log.error('browser checks cannot run here: their packages could not be installed; everything else works', { why })
  const hear = (line: string): void => {
    const { doing, failed } = JSON.parse(line) as { doing?: string; failed?: string }
    if (doing) log.info('browser checks', { doing })
    if (failed) fail(failed)
  }
  return {
    install() {
      installer = spawn(process.execPath, [program, dataDir], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      installer.once('error', (error) => fail(error.message))
      createInterface({ input: installer.stdout! }).on('line', hear)
      installer.once('exit', () => (installer = undefined))
    },
    stop: async () => void installer?.kill(),
  }
}
