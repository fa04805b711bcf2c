import { sslExpiry } from '../tls/expiry.ts'
import { counted } from '../../domain/alerting/sentence.ts'
import { choice, flag, text } from '../../domain/field.ts'
import { type CheckMemory, TargetDown } from '../../domain/outcome.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, timeout, verifyTls } from '../fields.ts'
import { inParallel } from '../in-parallel.ts'
import { atPort } from '../pasted.ts'
import {
  type ContainerLoad,
  type EngineContainer,
  createAskEngine,
  engineTarget,
  inspectContainer,
  listContainers,
  loadOf,
} from './docker/engine.ts'
import {
  authType,
  clientCertificate,
  clientCertificateNeeds,
  missingCredentials,
  responseTime,
} from '../web/request-config.ts'

const metric = metricsOf('docker')
const atOnce = 10
const shownContainers = 20
const nameRule = (value: string): string | null =>
  value === '' || /^[a-zA-Z0-9][\w.-]*$/.test(value) ? null : 'must be a name or an id'

export const docker = defineCheck({
  type: 'docker',
  title: 'Docker containers',
  category: 'network',
  summary: 'Checks state, health, restarts, CPU and memory of a container, a Compose project or a whole engine.',
  target: engineTarget,
  recognizes({ scheme, host, port, text }) {
    if (text.startsWith('unix:///')) return { fit: 100, target: text }
    if ((scheme !== null && scheme !== 'tcp') || host === null || (port !== 2375 && port !== 2376)) return null
    return { fit: 96, target: `${port === 2376 ? 'https' : 'http'}://${atPort(host, port)}` }
  },
  config: {
    container: text({
      group: 'request',
      advanced: false,
      help: 'Name or id of the container; leave empty for all containers',
      maxLength: 200,
      rule: nameRule,
    }),
    project: text({
      label: 'Compose project',
      group: 'request',
      advanced: false,
      help: 'Name of the Compose project, to check all of its containers',
      maxLength: 200,
      rule: nameRule,
    }),
    measureLoad: flag({
      label: 'Measure CPU and memory',
      group: 'request',
      help: 'Ask for the load of the containers, which takes the engine a second or two',
      default: true,
    }),
    authType: choice(['none', 'mtls'], authType),
    ...clientCertificate,
    verifyTls,
    timeoutSeconds: timeout(20),
    ipVersion,
  },
  credentials: { keys: ['clientKey'], boundTo: ['clientCert', 'verifyTls'] },
  expires: true,
  metrics: [
    metric('containers', {
      description: 'Containers',
      unit: 'count',
      usual: '<',
      says: counted('container exists', 'containers exist'),
      diagnosis: 'There are fewer or more containers than there should be. Check the last deployment.',
    }),
    metric('not_running', {
      description: 'Containers that do not run',
      unit: 'count',
      severity: 'critical',
      says: counted('container does not run', 'containers do not run'),
      diagnosis:
        'The evidence names the containers and their exit codes. Check their logs, and what was deployed last.',
    }),
    metric('unhealthy', {
      description: 'Containers whose health check fails',
      unit: 'count',
      severity: 'critical',
      says: counted('container is unhealthy', 'containers are unhealthy'),
      diagnosis: 'The evidence has what the health check of the container said last. Check its log.',
    }),
    metric('restarts', {
      description: 'Restarts since the previous check',
      unit: 'count',
      says: counted('restart since the previous check', 'restarts since the previous check'),
      diagnosis: 'A container ends by itself and is started again. Check its log and whether its memory is enough.',
    }),
    metric('cpu_percent', {
      description: 'CPU time of the containers (100 is one CPU)',
      unit: 'percent',
      max: 100_000,
      says: 'the containers use {} of a CPU',
      diagnosis: 'The containers compute more than usual. Check their traffic, and what was deployed last.',
    }),
    metric('memory_bytes', {
      label: 'Memory',
      description: 'Memory of the containers',
      unit: 'bytes',
      says: 'the containers use {} of memory',
      diagnosis: 'The containers use more memory than they should. Check them for a leak, and their load.',
    }),
    metric('memory_percent', {
      label: 'Share of the memory limit',
      description: 'Largest share that a container uses of its memory limit',
      unit: 'percent',
      says: 'a container uses {} of its memory limit',
      diagnosis: 'A container that reaches its limit is ended. Check it for a leak, or raise the limit.',
    }),
    responseTime('docker', 'Time until the state of the containers is known'),
    ...sslExpiry('docker'),
  ],
  presentation: { charts: ['docker.cpu_percent', 'docker.memory_bytes'], evidence: { containers: { kind: 'table' } } },
  diagnoses: {
    content: 'The API responds, but without the containers. Check the name of the container or the project.',
    auth: 'The API denies access. Check the client certificate, and the rules of a proxy in front of the socket.',
    http_status: 'The API responds with an error. Check the log of the engine, and whether the port expects TLS.',
    other: 'What responds is not the API of a container engine. Check the port, and whether it expects TLS.',
  },
  defaultRules: [
    availability,
    {
      name: 'Container Down',
      metric: "metrics['docker.not_running']",
      operator: '>',
      value: '0',
      severity: 'critical',
    },
    {
      name: 'Container Unhealthy',
      metric: "metrics['docker.unhealthy']",
      operator: '>',
      value: '0',
      severity: 'critical',
    },
    {
      name: 'Container Restarted',
      metric: "metrics['docker.restarts']",
      operator: '>',
      value: '0',
      severity: 'warning',
    },
  ],
  receives: { memory: true },
  examine: (config, target) => [
    ...missingCredentials(config, clientCertificateNeeds),
    ...(config.authType === 'mtls' && target.protocol !== 'https:' ? ['authType: mtls needs an https:// target'] : []),
    ...(config.container && config.project ? ['project: must not be combined with container'] : []),
  ],
  async run({ target, config, known }, context) {
    const { clock, observed } = context
    const { metrics } = observed
    const { container, project, authType, clientCert, clientKey } = config
    const start = clock.monotonicMs()
    const certificate = authType === 'mtls' ? { clientCert, clientKey } : {}
    const access = { target, verify: config.verifyTls, ipVersion: config.ipVersion, ...certificate }
    const ask = createAskEngine(access, context)
    const names = container ? [container] : await listContainers(ask, project || null)
    const found = await inParallel(names, atOnce, (name) => inspectContainer(ask, name))
    const containers = found.filter((one) => one !== null)
    if (containers.length === 0)
      throw new TargetDown(
        'content',
        container ? `there is no container ${container}` : `there are no containers${project ? ` of ${project}` : ''}`,
      )
    metrics['docker.response_time_ms'] = observed.durationMs = clock.monotonicMs() - start
    metrics['docker.containers'] = containers.length
    metrics['docker.not_running'] = containers.filter((one) => isDown(one, container !== undefined)).length
    metrics['docker.unhealthy'] = containers.filter(({ health }) => health === 'unhealthy').length
    if (known) metrics['docker.restarts'] = restartsSince(known, containers)
    observed.remember = Object.fromEntries(containers.map(({ id, restarts }) => [id, String(restarts)]))
    const show = (loads: ReadonlyMap<string, ContainerLoad>): void => {
      observed.evidence.containers = containers
        .toSorted((one, other) => urgency(other) - urgency(one))
        .slice(0, shownContainers)
        .map((one) => shown(one, loads.get(one.id)))
    }
    show(new Map())
    if (!config.measureLoad) return
    const running = containers.filter(({ state }) => state === 'running')
    const measured = await inParallel(running, atOnce, async ({ id }) => [id, await loadOf(ask, id)] as const)
    const loads = new Map(measured.flatMap(([id, load]) => (load ? [[id, load] as const] : [])))
    if (loads.size === 0) return
    show(loads)
    const all = [...loads.values()]
    metrics['docker.cpu_percent'] = all.reduce((sum, { cpuPercent }) => sum + cpuPercent, 0)
    metrics['docker.memory_bytes'] = all.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
    const shares = all.flatMap(({ memoryPercent }) => memoryPercent ?? [])
    if (shares.length > 0) metrics['docker.memory_percent'] = Math.max(...shares)
  },
})

/** Among several, a container that ended well and is not to be restarted has done its work, such as a migration. */
function isDown({ state, exitCode, restartsByItself }: EngineContainer, isOnlyOne: boolean): boolean {
  const isDone = state === 'exited' && exitCode === 0 && !restartsByItself
  return state !== 'running' && (isOnlyOne || !isDone)
}

function restartsSince(known: CheckMemory, containers: readonly EngineContainer[]): number {
  return containers.reduce((sum, { id, restarts }) => sum + Math.max(restarts - Number(known[id] ?? restarts), 0), 0)
}

const urgency = ({ state, health }: EngineContainer): number =>
  (state === 'running' ? 0 : 2) + (health === 'unhealthy' ? 1 : 0)

function shown(container: EngineContainer, load: ContainerLoad | undefined): Record<string, unknown> {
  const { name, state, health, said, exitCode, restarts } = container
  return {
    name,
    state,
    health,
    ...(said && { said }),
    ...(state !== 'running' && { exit_code: exitCode }),
    restarts,
    ...(load && {
      cpu_percent: Math.round(load.cpuPercent * 10) / 10,
      memory: load.memoryBytes,
    }),
  }
}
