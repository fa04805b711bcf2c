// An installation whose people sign in with passwords, for attacks by some of them on the others.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Installation } from '../faults/installation.ts'
import { ownFolder, removeFolder } from '../kit/files.ts'
import { type HostAnswer, askAtHost } from '../kit/lapwing/at-host.ts'

export const password = 'correct horse battery'

/** People by role, of each organization. */
export type Tenants = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface TenantRequest {
  readonly host?: string
  readonly method?: string
  readonly cookie?: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

export interface SharedInstallation {
  readonly origin: string
  /** Of the server. */
  readonly pid: number
  /** Of the first organization. */
  readonly key: string
  /** One of each organization. */
  readonly keys: readonly string[]
  ask(path: string, request?: TenantRequest): Promise<HostAnswer & { readonly body: any }>
  /** Returns the Cookie header. */
  signIn(email: string, host?: string): Promise<string>
  stop(): Promise<void>
}

export interface StartedServer {
  readonly origin: string
  readonly pid: number
  stop(): Promise<void>
}

type StartServer = (provision: string, env: Record<string, string>) => Promise<StartedServer>

let startServer: StartServer = startProcess

/** From now on, `start` starts the servers of tenants. By default, each is a process. */
export function startTenantsWith(start: StartServer): void {
  startServer = start
}

/** Serves requests and nothing else. */
export async function startTenants(tenants: Tenants, env: Record<string, string> = {}): Promise<SharedInstallation> {
  const keys = Object.keys(tenants).map((_name, index) => `lw_attacks_0123456789abcdef0123${index}`)
  const organizations = Object.entries(tenants).map(([name, people], index) => ({
    name,
    apiKeys: [{ name: 'attacks', scope: 'write', key: keys[index] }],
    users: Object.entries(people).map(([role, email]) => ({ name: email, email, role, password })),
  }))
  const { origin, pid, stop } = await startServer(JSON.stringify({ organizations }), {
    LAPWING_ROLES: 'server',
    ...env,
  })
  const ask: SharedInstallation['ask'] = async (path, request = {}) => {
    const { host = new URL(origin).host, method = 'GET', cookie, headers, body } = request
    const sent = { 'x-lapwing-csrf': '1', ...(cookie !== undefined && { cookie }), ...headers }
    const answer = await askAtHost(origin, { host, method, path, headers: sent, body })
    const isJson = answer.headers['content-type']?.includes('json') && answer.text !== ''
    return { ...answer, body: isJson ? JSON.parse(answer.text) : undefined }
  }
  return {
    origin,
    pid,
    key: keys[0]!,
    keys,
    ask,
    async signIn(email, host) {
      const answer = await ask('/app/dashboard/sign-in', { host, method: 'POST', body: { email, password } })
      if (answer.status !== 200) throw new Error(`${email} cannot sign in: ${answer.status} ${answer.text}`)
      return cookieOf(answer)
    },
    stop,
  }
}

async function startProcess(provision: string, env: Record<string, string>): Promise<StartedServer> {
  const folder = ownFolder('lapwing-attacks-')
  const file = join(folder, 'provision.yaml')
  writeFileSync(file, provision)
  const lapwing = new Installation({ env: { LAPWING_PROVISION: file, ...env } })
  await lapwing.start()
  const stop = async (): Promise<void> => {
    await lapwing.stop()
    removeFolder(folder)
  }
  return { origin: lapwing.origin, pid: lapwing.pid, stop }
}

export const cookieOf = ({ headers }: Pick<HostAnswer, 'headers'>): string =>
  (headers['set-cookie'] ?? [])
    .map((line) => line.split(';', 1)[0]!)
    .filter((pair) => !pair.endsWith('='))
    .join('; ')
