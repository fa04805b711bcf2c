// The settings of an agent: Lapwing's address and the token, in a file that only its owner can read; and what Lapwing
// wants reported.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '../domain/fault.ts'

export interface AgentSettings {
  readonly url: string
  readonly token: string
}

export interface AgentConfig {
  readonly reportIntervalSeconds: number
  readonly diskInclude: readonly string[]
  readonly diskExclude: readonly string[]
  readonly interfaces: readonly string[]
  readonly services: readonly string[]
  readonly processes: readonly { readonly name: string }[]
  readonly collectContainers: boolean
  readonly collectUpdates: boolean
  readonly collectTopProcesses: boolean
}

/** Defaults until Lapwing sends others. */
export const usualConfig: AgentConfig = {
  reportIntervalSeconds: 60,
  diskInclude: [],
  diskExclude: [],
  interfaces: [],
  services: [],
  processes: [],
  collectContainers: true,
  collectUpdates: true,
  collectTopProcesses: true,
}

export interface AgentFolders {
  /** The folder of the token and of unsent samples. */
  readonly state: string
  readonly program: string
}

export function usualFolders(isRoot: boolean): AgentFolders {
  if (isRoot) return { state: '/var/lib/lapwing-agent', program: '/usr/local/lib/lapwing-agent' }
  const state = join(homedir(), '.local/state/lapwing-agent')
  return { state, program: join(state, 'program') }
}

const fileIn = (folder: string): string => join(folder, 'agent.json')

export function saveSettings(folder: string, settings: AgentSettings): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileIn(folder), `${JSON.stringify(settings)}\n`, { mode: 0o600 })
  // The mode applies only when the file is created.
  chmodSync(fileIn(folder), 0o600)
}

export function readSettings(folder: string): AgentSettings {
  const file = fileIn(folder)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartupError(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code}). Run \`lapwing agent enroll URL TOKEN\` as this user first.`,
    )
  }
  try {
    const { url, token } = JSON.parse(text) as AgentSettings
    return { url: urlOf(url), token }
  } catch {
    throw new StartupError(`${file} cannot be understood. Run \`lapwing agent enroll URL TOKEN\` again.`)
  }
}

/** A container is started with its token, and enrols nothing. */
export function settingsInContainer(url: string): AgentSettings {
  const token = process.env['LAPWING_AGENT_TOKEN']
  if (!token) throw new StartupError('--server needs the token of the host in LAPWING_AGENT_TOKEN.')
  return { url: urlOf(url), token }
}

/** Lapwing's address, without a trailing slash. */
export function urlOf(text: string): string {
  // Node 20 has no URL.parse.
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw new StartupError(`${text} is no address of a Lapwing; it looks like https://lapwing.example.com.`)
  return url.origin + url.pathname.replace(/\/$/, '')
}
