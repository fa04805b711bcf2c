// The API of a container engine (Docker, Podman): containers, their state and their load.
import { TargetDown } from '../../../domain/outcome.ts'
import { newTrace } from '../../../net/http/trace.ts'
import { observeSslExpiry } from '../../tls/expiry.ts'
import type { RunContext } from '../../run.ts'
import { type TargetFormat, url } from '../../targets.ts'
import { showTrace } from '../../web/evidence.ts'
import { readJson } from '../../web/json/read.ts'
import { type JsonValue, isObject } from '../../web/json/values.ts'

const overNetwork = url(['https', 'http'], {
  description: 'The API of Docker: https:// with TLS, http:// without, or unix:// with the path of a socket',
  examples: ['https://docker.example.com:2376', 'unix:///var/run/docker.sock'],
})
const problem = 'must be a https:// or http:// URL, or unix:// with an absolute path'

export const engineTarget: TargetFormat<URL> = {
  ...overNetwork,
  format: 'https URL or Unix socket',
  refused: [...overNetwork.refused.map(([input]) => [input, problem] as const), ['unix://docker.sock', problem]],
  parse(input) {
    if (/^unix:\/\/(\/(?!\.{1,2}(\/|$))[^/?#%\\\x00-\x1f]+)+$/.test(input))
      return { text: input, target: new URL(input), host: input }
    const parsed = overNetwork.parse(input)
    return 'problem' in parsed ? { problem } : parsed
  },
}

interface EngineAccess {
  readonly target: URL
  readonly verify: boolean
  readonly clientCert?: string
  readonly clientKey?: string
  readonly ipVersion: 'any' | 'ip4' | 'ip6'
}

/** Null for what the engine does not know. */
export type AskEngine = (path: string) => Promise<JsonValue | null>

export function createAskEngine({ target, ...access }: EngineAccess, context: RunContext): AskEngine {
  const { net, signal, observed } = context
  const isSocket = target.protocol === 'unix:'
  const base = isSocket ? 'http://docker' : target.href.replace(/\/$/, '')
  return async (path) => {
    const trace = newTrace()
    try {
      const response = await net.request({
        ...access,
        url: new URL(`${base}${path}`),
        socketPath: isSocket ? decodeURI(target.pathname) : undefined,
        method: 'GET',
        onlyHttp1: true,
        maxRedirects: 0,
        signal,
        trace,
      })
      if (response.isCut) throw new TargetDown('content', 'the response of the API is larger than 1 MiB')
      const read = readJson(response.body.toString())
      const value = 'value' in read ? read.value : null
      if (response.status === 200 && value !== null) return value
      const message = isObject(value) && typeof value.message === 'string' ? `: ${value.message}` : ''
      if (response.status === 404 && message) return null
      const cause = response.status === 401 || response.status === 403 ? 'auth' : 'http_status'
      if (response.status !== 200)
        throw new TargetDown(cause, `the API responded with HTTP ${response.status}${message}`)
      throw new TargetDown('content', 'the response is not that of the Docker API')
    } finally {
      if (trace.certificate) observeSslExpiry('docker', trace.certificate, context)
      // Requests run side by side: the first one is shown.
      if (!('timings' in observed.evidence)) showTrace(trace, observed.evidence)
    }
  }
}

export interface EngineContainer {
  readonly id: string
  readonly name: string
  readonly state: string
  /** `none` without a health check. */
  readonly health: string
  /** What the health check said last, if it failed. */
  readonly said: string | null
  readonly exitCode: number
  readonly restarts: number
  readonly restartsByItself: boolean
}

const objectIn = (value: JsonValue | undefined): { readonly [name: string]: JsonValue } =>
  isObject(value) ? value : {}
const textIn = (value: JsonValue | undefined): string => (typeof value === 'string' ? value.slice(0, 200) : '')
const numberIn = (value: JsonValue | undefined): number => (typeof value === 'number' ? value : 0)
const itemsIn = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : [])

export async function inspectContainer(ask: AskEngine, name: string): Promise<EngineContainer | null> {
  const answer = await ask(`/containers/${encodeURIComponent(name)}/json`)
  if (answer === null) return null
  const { Id, Name, State, RestartCount, HostConfig } = objectIn(answer)
  const { Status, ExitCode, Health } = objectIn(State)
  if (typeof Id !== 'string' || typeof Status !== 'string')
    throw new TargetDown('content', 'the response is not that of the Docker API')
  const { Status: health, Log } = objectIn(Health)
  return {
    id: Id.slice(0, 12),
    name: textIn(Name).replace(/^\//, ''),
    state: textIn(Status),
    health: textIn(health) || 'none',
    said: health === 'unhealthy' ? textIn(objectIn(itemsIn(Log).at(-1)).Output).trim() : null,
    exitCode: numberIn(ExitCode),
    restarts: numberIn(RestartCount),
    restartsByItself: !['', 'no'].includes(textIn(objectIn(objectIn(HostConfig).RestartPolicy).Name)),
  }
}

const maxContainers = 100

/** The ids of all containers, or those of a Compose project without its one-off commands. */
export async function listContainers(ask: AskEngine, project: string | null): Promise<string[]> {
  const filters = project === null ? {} : { label: [`com.docker.compose.project=${project}`] }
  const answer = await ask(`/containers/json?all=1&filters=${encodeURIComponent(JSON.stringify(filters))}`)
  if (!Array.isArray(answer)) throw new TargetDown('content', 'the response is not that of the Docker API')
  const isOneOff = (labels: JsonValue | undefined): boolean => objectIn(labels)['com.docker.compose.oneoff'] === 'True'
  const ids = (answer as readonly JsonValue[])
    .map(objectIn)
    .flatMap(({ Id, Labels }) => (typeof Id === 'string' && !isOneOff(Labels) ? [Id] : []))
  if (ids.length > maxContainers)
    throw new TargetDown('content', `there are ${ids.length} containers; a monitor takes up to ${maxContainers}`)
  return ids
}

export interface ContainerLoad {
  /** Of one CPU. */
  readonly cpuPercent: number
  readonly memoryBytes: number
  /** Null without a limit. */
  readonly memoryPercent: number | null
}

/** Null if it does not run any more. The engine measures for a second. */
export async function loadOf(ask: AskEngine, id: string): Promise<ContainerLoad | null> {
  const { cpu_stats, precpu_stats, memory_stats } = objectIn(
    await ask(`/containers/${encodeURIComponent(id)}/stats?stream=false`),
  )
  const [now, before] = [objectIn(cpu_stats), objectIn(precpu_stats)]
  const used = numberIn(objectIn(now.cpu_usage).total_usage) - numberIn(objectIn(before.cpu_usage).total_usage)
  const passed = numberIn(now.system_cpu_usage) - numberIn(before.system_cpu_usage)
  const { usage, limit, stats } = objectIn(memory_stats)
  if (typeof usage !== 'number' || passed <= 0) return null
  // As `docker stats`: without the cache of files that can be given up.
  const { inactive_file, total_inactive_file } = objectIn(stats)
  const memoryBytes = Math.max(usage - numberIn(inactive_file ?? total_inactive_file), 0)
  return {
    cpuPercent: (Math.max(used, 0) / passed) * Math.max(numberIn(now.online_cpus), 1) * 100,
    memoryBytes,
    memoryPercent: typeof limit === 'number' && limit > 0 ? (memoryBytes / limit) * 100 : null,
  }
}
