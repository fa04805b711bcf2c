// The targets that a Prometheus probes with blackbox_exporter, from its configuration or from its API.
import { type ApiAddress, getJson } from '../../discover/api.ts'
import { discoverCommand } from '../../discover/command.ts'
import type { DiscoveredMonitor, Discovery } from '../../discover/discovery.ts'
import { keyOf } from '../../discover/document.ts'
import { secretFields } from '../../discover/labels.ts'
import { readYaml } from '../../discover/yaml.ts'
import { readFile } from '../../document.ts'
import { UsageError } from '../../exit-codes.ts'

export const command = discoverCommand({
  description:
    'Reads static targets from prometheus.yml, or all targets from a running Prometheus with --from; and modules from ' +
    'blackbox.yml. Without it, modules are what their names say, such as http_2xx.',
  arguments: [{ name: 'file', help: 'prometheus.yml and blackbox.yml', isOptional: true, isRest: true }],
  options: { from: { help: 'Address of a running Prometheus, such as http://127.0.0.1:9090', value: 'URL' } },
  example: 'discover prometheus prometheus.yml blackbox.yml',
  source: 'discovery/prometheus',
  open({ args, options }) {
    const from = options['from'] as string | undefined
    if (from === undefined && args.length === 0)
      throw new UsageError('Name prometheus.yml, or a Prometheus with --from.')
    if (from !== undefined && !/^https?:\/\/[^@]+$/.test(from))
      throw new UsageError('--from: must be a URL without a password.')
    return {
      async read(signal) {
        const files = await Promise.all(args.map((file) => readYaml(readFile(file), file)))
        const jobs = from === undefined ? [] : [{ scrape_configs: await jobsOf({ url: from }, signal) }]
        return readProbes([...(files as Fields[]), ...jobs])
      },
    }
  },
})

type Fields = Readonly<Record<string, any>>

interface ActiveTarget {
  readonly scrapeUrl: string
  readonly scrapePool?: string
  readonly scrapeInterval?: string
  readonly labels?: Readonly<Record<string, string>>
}

/** What `prometheus.yml` would say of the targets that are probed now. */
async function jobsOf(api: ApiAddress, signal: AbortSignal): Promise<Fields[]> {
  const { data } = await getJson(api, '/api/v1/targets?state=active', signal)
  return ((data?.data?.activeTargets ?? []) as readonly ActiveTarget[]).flatMap((one) => {
    const url = URL.parse(one.scrapeUrl)
    const target = url?.searchParams.get('target')
    if (!url?.pathname.endsWith('/probe') || !target) return []
    const { instance: _instance, job = one.scrapePool ?? '', ...labels } = one.labels ?? {}
    return {
      job_name: job,
      metrics_path: '/probe',
      params: { module: [url.searchParams.get('module') ?? 'http_2xx'] },
      scrape_interval: one.scrapeInterval,
      static_configs: [{ targets: [target], labels }],
    }
  })
}

async function readProbes(documents: readonly Fields[]): Promise<Discovery> {
  const { blackbox } = await import('../../../src/importers/blackbox.ts')
  const hasModules = documents.some(({ modules }) => modules)
  const all = hasModules ? documents : [...documents, { modules: guessedModules(documents) }]
  const { monitors, skipped } = blackbox.read(all.map((one) => JSON.stringify(one)).join('\n---\n'))
  // The same target of two jobs is one monitor with the tags of both.
  const same = Map.groupBy(monitors, ({ key }) => key).values()
  return {
    monitors: [...same].map((those): DiscoveredMonitor => {
      const { key, name, type, target, config, rules, changes } = those[0]!
      const notes = changes.map(({ field, from, to, reason }) => `${field}: ${from} became ${to}: ${reason}`)
      return {
        key: keyOf(key.replace(/^blackbox-/, '').replace(/\/\/[^/?#@]*@/, '//')),
        name,
        type,
        target: target!,
        interval: Math.min(...those.map(({ intervalSeconds }) => intervalSeconds)),
        tags: those.flatMap(({ tags }) => tags).toSorted(),
        description: notes.join('\n').slice(0, 2000),
        config: withoutSecrets(config),
        alertRules: rules,
      }
    }),
    mistakes: skipped.map(({ name, reason }) => `${name}: ${reason}`),
  }
}

/** Modules are usually named after their prober: `http_2xx`, `tcp_connect`, `icmp`. */
function guessedModules(documents: readonly Fields[]): Fields {
  const jobs = documents.flatMap(({ scrape_configs: jobs = [] }) => jobs as Fields[])
  const names = jobs.map(({ params }) => String(params?.module?.[0] ?? 'http_2xx'))
  const probers = names.flatMap((name) => {
    const prober = /^(https?|tcp|icmp)(?![a-z])/i.exec(name)?.[1]?.toLowerCase().replace('https', 'http')
    return prober ? [[name, { prober }] as const] : []
  })
  return Object.fromEntries(probers)
}

/** Secrets become names of variables of the organization: `BLACKBOX_AUTH_PASSWORD`. */
function withoutSecrets(config: Fields): Fields {
  const entries = Object.entries(config).map(([name, value]) => {
    const isSecret = secretFields.includes(name) && name !== 'requestBody'
    return [name, isSecret ? { variable: `BLACKBOX_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}` } : value]
  })
  return Object.fromEntries(entries)
}
