// Keys and metrics of the path that file-server types check after login.
import type { Metric, MetricDraft } from '../../domain/metric.ts'
import type { TargetDown } from '../../domain/outcome.ts'
import { type DefaultRule, whenSet } from '../define.ts'
import { counted } from '../../domain/alerting/sentence.ts'

export function fileMetrics(metric: (name: string, draft: MetricDraft) => Metric): Metric[] {
  return [
    metric('banner_match', {
      description: 'Greeting matched the pattern (1 yes)',
      unit: 'flag',
      cause: 'content',
      says: { yes: 'the greeting matches the pattern', no: 'the greeting does not match the pattern' },
      diagnosis:
        'Another server or version may listen at this address. ' +
        'Compare the greeting in the evidence with the pattern.',
    }),
    metric('list_ms', {
      description: 'Time to list the directory',
      unit: 'ms',
      phase: 6,
      says: 'listing the directory takes {}',
      diagnosis: 'Check how many files it has and the load of the disk.',
    }),
    metric('path_exists', {
      description: 'Expected path exists (1 yes)',
      unit: 'flag',
      severity: 'critical',
      cause: 'content',
      says: { yes: 'the expected path exists', no: 'the expected path does not exist' },
      diagnosis:
        'The login works, but the file or directory is missing or hidden from this account. ' +
        'Check what should create it and its permissions.',
    }),
    metric('files', {
      description: 'Files in the directory',
      unit: 'count',
      usual: '<',
      says: counted('file is in the directory', 'files are in the directory'),
      diagnosis: 'Check what adds files there and what removes them.',
    }),
    metric('newest_file_age_s', {
      description: 'Age of the newest file',
      unit: 'seconds',
      says: 'the newest file is {} old',
      diagnosis: 'No newer file has been delivered. Check the job that writes here, its log and the free disk space.',
    }),
    metric('file_bytes', {
      description: 'Size of the expected file',
      unit: 'bytes',
      usual: '<',
      says: 'the expected file is {}',
      diagnosis:
        'The file has an unexpected size. Check whether it was written completely and whether its source is ' +
        'complete.',
    }),
  ]
}

interface ExpectedPathConfig {
  expectPath?: string
  checkNewestAge?: boolean
  username?: string
}

/** Checking files needs a login; `barred` names the setting that prevents it. */
export function pathProblems(config: ExpectedPathConfig, barred: string | null): string[] {
  const key = config.expectPath ? 'expectPath' : config.checkNewestAge ? 'checkNewestAge' : null
  if (key === null) return []
  if (barred) return [`${barred} with ${key}`]
  return config.username ? [] : [`username: Required with ${key}`]
}

export function pathMissing(type: string): DefaultRule {
  const metric = `metrics['${type}.path_exists']`
  return {
    name: 'Path Missing',
    metric,
    operator: '==',
    value: '0',
    severity: 'critical',
    when: whenSet('expectPath', 'with an expected path'),
  }
}

/** Whether connection, encryption or login failed, as opposed to the file checks after them. */
export function isSessionError({ reason }: TargetDown, authOk: number | undefined): boolean {
  return authOk !== 1 || reason !== 'other'
}
