// blackbox_exporter: its modules, and the targets that Prometheus probes with them.
import {
  type DocumentFields,
  type MatchedMonitor,
  draftMonitor,
  entryOf,
  fieldsIn,
  isFields,
  isTrue,
  listIn,
  skipMonitor,
  textIn,
  timeoutWithin,
} from './drafting.ts'
import { durationSeconds, headerList, parseYamlDocuments } from './parsing.ts'
import { type ImportChange, type ImportedMonitor, type SkippedItem, setupOf } from './setup.ts'
import { type ImportSource, havingAny } from './source.ts'
import { mapRequest, statusList } from './web-request.ts'

const expected = 'blackbox.yml and prometheus.yml in one file, separated by a line with ---'

export const blackbox: ImportSource = {
  name: 'blackbox',
  title: 'blackbox_exporter',
  takes: expected,
  recognizes: havingAny('modules', 'scrape_configs'),
  read(document) {
    const documents = parseYamlDocuments(document, expected)
    const modules = Object.assign({}, ...documents.map((one) => fieldsIn(one['modules']))) as DocumentFields
    const interval = documents.map((one) => fieldsIn(one['global'])['scrape_interval']).find((one) => one !== undefined)
    const jobs = documents.flatMap((one) => listIn(one['scrape_configs']).filter(isFields))
    const probes = jobs.filter((job) => textIn(job['metrics_path']) === '/probe')
    const known = probes.flatMap((job) => targetsOf(job).map(({ target }) => ({ target, module: moduleOf(job) })))
    return setupOf(probes.flatMap((job) => readJob(job, { modules, interval, nameOf: namesOf(known) })))
  },
}

interface ProbedTarget {
  readonly target: string
  readonly module: string
}

interface ProbeContext {
  readonly modules: DocumentFields
  readonly interval: unknown
  readonly nameOf: (probed: ProbedTarget) => string
}

const withoutLogin = (target: string): string => target.replace(/^(https?:\/\/)?[^/?#@]*@/, '$1')
const plainOf = (target: string): string => withoutLogin(target).replace(/^https?:\/\//, '')

/** The shortest name that no other target has: without its scheme, with it, or with the module, too. */
function namesOf(known: readonly ProbedTarget[]): ProbeContext['nameOf'] {
  const sharedBy = (keyOf: (probed: ProbedTarget) => string) => {
    const sharing = new Map<string, Set<string>>()
    for (const probed of known) {
      const those = sharing.get(keyOf(probed)) ?? new Set()
      sharing.set(keyOf(probed), those.add(`${probed.module} ${probed.target}`))
    }
    return (probed: ProbedTarget): boolean => sharing.get(keyOf(probed))!.size > 1
  }
  const isPlainShared = sharedBy(({ target }) => plainOf(target))
  const isTargetShared = sharedBy(({ target }) => target)
  return (probed) => {
    if (!isPlainShared(probed)) return plainOf(probed.target)
    const target = withoutLogin(probed.target)
    return isTargetShared(probed) ? `${target} (${probed.module})` : target
  }
}

const moduleOf = (job: DocumentFields): string => textIn(listIn(fieldsIn(job['params'])['module'])[0]) || 'http_2xx'

function targetsOf(job: DocumentFields): { target: string; labels: string[] }[] {
  return listIn(job['static_configs']).flatMap((one) => {
    const labels = Object.entries(fieldsIn(fieldsIn(one)['labels'])).map(
      ([label, value]) => `${label}:${textIn(value)}`,
    )
    return listIn(fieldsIn(one)['targets']).map((target) => ({ target: textIn(target), labels }))
  })
}

function readJob(job: DocumentFields, { modules, interval, nameOf }: ProbeContext): (ImportedMonitor | SkippedItem)[] {
  const name = moduleOf(job)
  const module = fieldsIn(entryOf(modules, name))
  const sourceType = textIn(module['prober'])
  const intervalSeconds = durationSeconds(job['scrape_interval'] ?? interval) ?? 60
  const discovered = Object.keys(job).filter((key) => key.endsWith('_sd_configs'))
  const jobItem = { key: `blackbox-${textIn(job['job_name'])}`, name: textIn(job['job_name']), sourceType: 'job' }
  const skipped = discovered.map((kind) =>
    skipMonitor(jobItem, `targets of ${kind} are not in the file; only static_configs are imported`),
  )
  const monitors = targetsOf(job).map(({ target, labels }) => {
    const item = { key: `blackbox-${name}-${target}`, name: nameOf({ target, module: name }), sourceType }
    const read = entryOf(readers, sourceType)
    if (!read)
      return skipMonitor(
        item,
        sourceType ? `Lapwing has no type for the prober ${sourceType}` : `the module ${name} is not in the file`,
      )
    const changes: ImportChange[] = []
    const timeoutSeconds = timeoutWithin(durationSeconds(module['timeout']) ?? 0, changes)
    const matched = read(target, { options: fieldsIn(module[sourceType]), timeoutSeconds }, changes)
    return draftMonitor({
      ...item,
      intervalSeconds,
      ...matched,
      tags: [`job:${textIn(job['job_name'])}`, ...labels],
      changes,
    })
  })
  return [...monitors, ...skipped]
}

interface ProberOptions {
  readonly options: DocumentFields
  readonly timeoutSeconds: number | undefined
}

const texts = (value: unknown): string[] => listIn(value).map(textIn).filter(Boolean)

const readers: Readonly<
  Record<string, (target: string, prober: ProberOptions, changes: ImportChange[]) => MatchedMonitor>
> = {
  http: readRequest,
  icmp: (target, { timeoutSeconds }) => ({ type: 'icmp', target, config: { count: 1, timeoutSeconds } }),
  tcp: (target, { options, timeoutSeconds }, changes) => {
    const exchange = listIn(options['query_response']).map(fieldsIn)
    if (exchange.length > 1)
      changes.push({
        field: 'query_response',
        from: `${exchange.length} steps`,
        to: 'the first',
        reason: 'a check sends once and matches once',
      })
    const config = {
      tls: isTrue(options['tls']) || undefined,
      query: textIn(exchange[0]?.['send']) || undefined,
      expectMatchRegexp: textIn(exchange[0]?.['expect']) || undefined,
      timeoutSeconds,
    }
    return { type: 'tcp', target, config }
  },
  grpc: (target, { options, timeoutSeconds }) => ({
    type: 'grpc',
    target: `${isTrue(options['tls']) ? 'grpcs' : 'grpc'}://${plainOf(target)}`,
    config: {
      service: textIn(options['service']) || undefined,
      verifyTls: isTrue(fieldsIn(options['tls_config'])['insecure_skip_verify']) ? false : undefined,
      timeoutSeconds,
    },
  }),
  dns: (target, { options, timeoutSeconds }) => {
    const resolver = target.replace(/:53$/, '')
    const config = { queryType: textIn(options['query_type']) || 'A', resolver, timeoutSeconds }
    return { type: 'dns', target: textIn(options['query_name']).replace(/\.$/, ''), config }
  },
}

function readRequest(
  target: string,
  { options, timeoutSeconds }: ProberOptions,
  changes: ImportChange[],
): MatchedMonitor {
  const { username, password } = fieldsIn(options['basic_auth'])
  const token = textIn(options['bearer_token']) || textIn(fieldsIn(options['authorization'])['credentials'])
  const codes = texts(options['valid_status_codes'])
  return mapRequest(
    {
      url: /^https?:\/\//.test(target) ? target : `http://${target}`,
      method: textIn(options['method']),
      headers: headerList(options['headers']),
      body: textIn(options['body']),
      login: textIn(username)
        ? { kind: 'basic', username: textIn(username), password: textIn(password) }
        : token
          ? { kind: 'bearer', token }
          : null,
      verifyTls: !isTrue(fieldsIn(options['tls_config'])['insecure_skip_verify']),
      followRedirects: options['follow_redirects'] !== false && !isTrue(options['no_follow_redirects']),
      timeoutSeconds: timeoutSeconds ?? null,
      statuses: statusList(codes.length > 0 ? codes : ['2xx'], changes),
      matches: texts(options['fail_if_body_not_matches_regexp']),
      mismatches: texts(options['fail_if_body_matches_regexp']),
    },
    changes,
  )
}
