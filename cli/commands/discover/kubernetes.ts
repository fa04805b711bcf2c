// Ingresses, HTTPRoutes and Services of a Kubernetes cluster, by their annotations.
import { type ApiAddress, ApiRefusal, getJson, nameOf, streamJson } from '../../discover/api.ts'
import { discoverCommand } from '../../discover/command.ts'
import { type Discoverer, merged } from '../../discover/discovery.ts'
import { clusterOf } from '../../discover/kubeconfig.ts'
import { type DerivedTarget, type LabelFields, monitorsOf, webTarget } from '../../discover/labels.ts'
import { CommandError, UsageError } from '../../exit-codes.ts'
import { sleep } from '../../../sdk/src/sleep.ts'

export const command = discoverCommand({
  description:
    'Reads annotations such as lapwing.enable=true, in a pod as its service account, elsewhere by kubeconfig. Needs to list ' +
    'and watch ingresses, httproutes and services.',
  options: {
    kubeconfig: { help: 'Instead of KUBECONFIG and ~/.kube/config', value: 'FILE' },
    context: { help: 'A context of the kubeconfig, instead of the current one', value: 'NAME' },
    from: { help: 'Address of `kubectl proxy`, for clusters with another login', value: 'URL' },
    namespace: { help: 'Only this namespace', value: 'NAME' },
    kinds: { help: 'Only some of ingresses, httproutes and services, separated by commas', value: 'KINDS' },
    all: { help: 'Also ingresses and httproutes without annotations' },
  },
  example: 'discover kubernetes --all --watch',
  source: 'discovery/kubernetes',
  async open({ options }) {
    const named = options as Record<string, string | undefined>
    const wanted = named['kinds']?.split(',') ?? kinds.map(({ name }) => name)
    const unknown = wanted.find((name) => !kinds.some((kind) => kind.name === name))
    if (unknown !== undefined) throw new UsageError(`--kinds: ${unknown}: must be ingresses, httproutes or services.`)
    return discoverObjects(await clusterOf(named), {
      kinds: kinds.filter(({ name }) => wanted.includes(name)),
      namespace: named['namespace'],
      all: options['all'] === true,
    })
  },
})

interface KubernetesObject {
  readonly metadata: {
    readonly name: string
    readonly namespace: string
    readonly annotations?: Readonly<Record<string, string>>
  }
  readonly spec?: any
}

interface ObjectKind {
  readonly name: string
  readonly noun: string
  readonly api: string
  /** Its API comes with an extension that a cluster may not have. */
  readonly isOptional?: true
  /** Found without annotations if `--all` is given. */
  readonly isPublic: boolean
  derive(object: KubernetesObject, fields: LabelFields): readonly DerivedTarget[] | string
}

const list = (value: unknown): readonly any[] => (Array.isArray(value) ? value : [])
const isHost = (host: unknown): host is string =>
  typeof host === 'string' && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host)
const isPath = (path: unknown): path is string => typeof path === 'string' && /^\/[a-z0-9._~/%-]*$/i.test(path)
const noHost = 'is required: it has no host without a wildcard'
/** A root that is served is more telling than another path. */
const pathOf = (paths: readonly unknown[]): string | undefined => {
  const plain = paths.filter(isPath)
  return plain.length === 0 || plain.includes('/') ? '/' : plain[0]
}

export const kinds: readonly ObjectKind[] = [
  {
    name: 'ingresses',
    noun: 'ingress',
    api: '/apis/networking.k8s.io/v1',
    isPublic: true,
    derive({ spec }, { path }) {
      const secure = new Set(list(spec?.tls).flatMap(({ hosts }) => list(hosts)))
      const paths = Map.groupBy(list(spec?.rules), ({ host }) => host as unknown)
      const targets = [...paths]
        .filter(([host]) => isHost(host))
        .map(([host, rules]) => {
          const own = rules.flatMap(({ http }) => list(http?.paths).map((one) => one.path as unknown))
          const isSecure = secure.has(host) || secure.has((host as string).replace(/^[^.]+/, '*'))
          return webTarget(isSecure ? 'https' : 'http', host as string, path ?? pathOf(own))
        })
      return targets.length > 0 ? targets : noHost
    },
  },
  {
    name: 'httproutes',
    noun: 'httproute',
    api: '/apis/gateway.networking.k8s.io/v1',
    isOptional: true,
    isPublic: true,
    derive({ spec }, { path }) {
      const own = list(spec?.rules).flatMap(({ matches }) =>
        list(matches).flatMap((match) =>
          match.path?.type === 'RegularExpression' ? [] : [match.path?.value as unknown],
        ),
      )
      const targets = list(spec?.hostnames)
        .filter(isHost)
        .map((host) => webTarget('https', host, path ?? pathOf(own)))
      return targets.length > 0 ? targets : noHost
    },
  },
  {
    name: 'services',
    noun: 'service',
    api: '/api/v1',
    isPublic: false,
    derive({ metadata: { name, namespace }, spec }, { path, port, type }) {
      const ports = list(spec?.ports).filter(({ protocol = 'TCP' }) => protocol === 'TCP')
      const found = ports.find((one) => port === undefined || port === String(one.port) || port === one.name)
      if (!found) return port === undefined ? 'is required: it has no TCP port' : `is required: it has no port ${port}`
      const address = `${name}.${namespace}.svc:${found.port}`
      const web =
        /^(https?)\b/.exec(`${found.appProtocol ?? found.name ?? ''}`)?.[1] ??
        { 80: 'http', 443: 'https' }[found.port as 80]
      if (type === undefined ? web !== undefined || path !== undefined : type === 'http')
        return [{ type: 'http', target: `${web ?? 'http'}://${address}${path ?? '/'}` }]
      return [{ type: type ?? 'tcp', target: address }]
    },
  },
]

interface ObjectWishes {
  readonly kinds: readonly ObjectKind[]
  readonly namespace: string | undefined
  readonly all: boolean
}

const pageSize = 500
const maxObjects = 20_000
/** The API ends a watch after this time, and it is opened again. */
const watchSeconds = 300
const reopenMs = 1000

export function discoverObjects(api: ApiAddress, { kinds: wanted, namespace, all }: ObjectWishes): Discoverer {
  /** Of each kind, the version that the next watch begins with. */
  const versions = new Map<ObjectKind, string>()
  const pathOf = ({ api: group, name }: ObjectKind): string =>
    `${group}${namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`}/${name}`

  async function readKind(kind: ObjectKind, signal: AbortSignal): Promise<KubernetesObject[]> {
    const objects: KubernetesObject[] = []
    versions.delete(kind)
    for (let next = ''; ;) {
      const query = new URLSearchParams({ limit: String(pageSize), ...(next !== '' && { continue: next }) })
      const { data } = await getJson(api, `${pathOf(kind)}?${query}`, signal)
      if (!Array.isArray(data?.items)) throw new CommandError(`${nameOf(api)}: is not the API of Kubernetes.`)
      objects.push(...(data.items as KubernetesObject[]))
      if (objects.length > maxObjects)
        throw new CommandError(`There are more than ${maxObjects} ${kind.name}. Choose a --namespace.`)
      versions.set(kind, String(data.metadata?.resourceVersion ?? ''))
      next = (data.metadata?.continue as string | undefined) ?? ''
      if (next === '') return objects
    }
  }

  const readIfThere = (kind: ObjectKind, signal: AbortSignal): Promise<KubernetesObject[]> =>
    readKind(kind, signal).catch((error: unknown) => {
      if (!(error instanceof ApiRefusal)) throw error
      if (error.status === 404 && kind.isOptional) return []
      if (error.status !== 403) throw error
      throw new CommandError(`${error.message} Allow it, or leave ${kind.name} out with --kinds.`)
    })

  /** Resolves at the first change, or when the API no longer has the version (410). */
  async function watchKind(kind: ObjectKind, signal: AbortSignal): Promise<void> {
    for (; versions.has(kind); await sleep(reopenMs, signal)) {
      const query = { watch: '1', allowWatchBookmarks: 'true', timeoutSeconds: String(watchSeconds) }
      const from = new URLSearchParams({ ...query, resourceVersion: versions.get(kind)! })
      try {
        for await (const { type, object } of streamJson(api, `${pathOf(kind)}?${from}`, signal)) {
          if (type === 'ERROR' && object?.code !== 410) throw new ApiRefusal(api, object?.code, object?.message)
          if (type !== 'BOOKMARK') return
          versions.set(kind, String(object?.metadata?.resourceVersion))
        }
      } catch (error) {
        if (error instanceof ApiRefusal && error.status === 410) return
        throw error
      }
    }
    // An extension that is not installed cannot be watched.
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  }

  return {
    async read(signal) {
      const found = await Promise.all(wanted.map((kind) => readIfThere(kind, signal)))
      return merged(found.flatMap((objects, index) => objects.map((object) => readObject(wanted[index]!, object, all))))
    },
    async changed(signal) {
      const others = new AbortController()
      const both = AbortSignal.any([signal, others.signal])
      await Promise.race(wanted.map((kind) => watchKind(kind, both))).finally(() => others.abort())
    },
  }
}

function readObject(kind: ObjectKind, object: KubernetesObject, all: boolean) {
  const { name, namespace, annotations: labels = {} } = object.metadata
  const labelled = { place: `${kind.noun} ${namespace}/${name}`, key: [kind.noun, namespace, name], name, labels }
  return monitorsOf({ ...labelled, derive: (fields) => kind.derive(object, fields) }, all && kind.isPublic)
}
