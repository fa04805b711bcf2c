// Child processes that install or build something beside a running Lapwing, and end with it.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface InstallerOptions {
  /** A script that ends when its channel to this process closes (`endWithParent`). */
  readonly program: string
  readonly dataDir: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly onLine: (line: string) => void
  readonly onError: (why: string) => void
}

export interface Installer {
  start(): void
  /** Resolves when it has ended. */
  stop(): Promise<void>
}

export function createInstaller({ program, dataDir, env, onLine, onError }: InstallerOptions): Installer {
  let child: ChildProcess | undefined
  return {
    start() {
      // Its process group has everything that it starts. The channel closes when this process is killed.
      const detached = process.platform !== 'win32'
      const stdio: SpawnOptions['stdio'] = ['ignore', 'pipe', 'inherit', 'ipc']
      child = spawn(process.execPath, [program, dataDir], { env, detached, stdio })
      child.once('error', (error) => onError(error.message))
      createInterface({ input: child.stdout! }).on('line', onLine)
      child.once('exit', () => (child = undefined))
    },
    async stop() {
      if (child?.pid === undefined) return
      const ended = once(child, 'exit')
      if (process.platform === 'win32') child.kill()
      else process.kill(-child.pid, 'SIGKILL')
      await ended
    },
  }
}
