// The built dashboard, and a child process that builds it again when its sources have changed.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Dashboard, WebFile } from '../api/web.ts'
import type { Log } from '../domain/log.ts'
import { createInstaller } from './installer.ts'

export interface DashboardSource {
  current(): Dashboard
  /** Builds it in the background if it is outdated. */
  start(): void
  stop(): Promise<void>
}

interface BuildProgress {
  readonly doing?: string
  readonly ready?: string
  readonly failed?: string
}

const usualProgram = fileURLToPath(new URL('../../scripts/web.mjs', import.meta.url))
const besideSources = fileURLToPath(new URL('../../web/dist', import.meta.url))

interface BuildOptions {
  readonly dataDir: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly log: Log
  /** The command that builds it. */
  readonly program?: string
}

/** An older build is served until the new one is ready. */
export function buildDashboard({ dataDir, env, log, program = usualProgram }: BuildOptions): DashboardSource {
  const folders = [besideSources, join(dataDir, 'dashboard', 'web', 'dist')]
  let current: Dashboard = earlierBuild(folders) ?? { state: 'building', doing: 'looking at what there is' }
  const follow = (progress: BuildProgress): void => {
    if (progress.ready) {
      current = readBuild(progress.ready)
      log.info('the dashboard is ready')
    }
    if (progress.doing) log.info('dashboard', { doing: progress.doing })
    if (progress.doing && current.state !== 'ready') current = { state: 'building', doing: progress.doing }
    if (progress.failed) fail(progress.failed)
  }
  const fail = (why: string): void => {
    log.error('the dashboard could not be built; everything else works', { why })
    if (current.state !== 'ready') current = { state: 'failed', why }
  }
  const onLine = (line: string): void => follow(progressIn(line))
  const { start, stop } = createInstaller({ program, dataDir, env, onLine, onError: fail })
  return { current: () => current, start, stop }
}

/** Other output is text about its progress. */
function progressIn(line: string): BuildProgress {
  try {
    const progress: unknown = JSON.parse(line)
    return typeof progress === 'object' && progress !== null ? progress : { doing: line }
  } catch {
    return { doing: line }
  }
}

/** Returns the first build that can be read. Another process may be replacing one at this moment. */
export function earlierBuild(folders: readonly string[]): Dashboard | null {
  for (const folder of folders.filter(hasBuild)) {
    try {
      return readBuild(folder)
    } catch {
      // The builder reports when the new build is ready.
    }
  }
  return null
}

/** Loads an existing build. */
export const builtDashboard = (folder: string): DashboardSource => still(readBuild(folder))

export const noDashboard = still({ state: 'failed', why: 'This process was started without a dashboard.' })

function still(dashboard: Dashboard): DashboardSource {
  return { current: () => dashboard, start: () => undefined, stop: async () => undefined }
}

const hasBuild = (folder: string): boolean => existsSync(join(folder, 'index.html'))

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webmanifest: 'application/manifest+json',
}

/** Small enough for memory: a file that is read per request could change during the next build. */
function readBuild(folder: string): Dashboard {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  return { state: 'ready', files: new Map(files.map((file) => [pathOf(folder, file), readWebFile(file)])) }
}

const pathOf = (folder: string, file: string): string => `/${relative(folder, file).replaceAll('\\', '/')}`

function readWebFile(file: string): WebFile {
  const compressed = (ending: string): Buffer | null => (existsSync(file + ending) ? readFileSync(file + ending) : null)
  const ending = file.slice(file.lastIndexOf('.') + 1)
  return {
    type: types[ending] ?? 'application/octet-stream',
    plain: readFileSync(file),
    br: compressed('.br'),
    gz: compressed('.gz'),
  }
}
