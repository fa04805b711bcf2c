// What the file-server types look at once they are logged in.
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
      usual: '==',
      says: { yes: 'the greeting matches the pattern', no: 'the greeting does not match the pattern' },
      diagnosis: {
        no: 'Another server or another version may answer at this address. Compare the greeting in the evidence with what the monitor expects.',
      },
    }),
    metric('list_ms', {
      description: 'Time to list the directory',
      unit: 'ms',
      phase: 6,
      usual: '>',
      says: 'listing the directory takes {}',
      diagnosis: 'Look at how many files are in it and at the load of the disk behind it.',
    }),
    metric('path_exists', {
      description: 'Expected path is there (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
      cause: 'content',
      says: { yes: 'the expected path is there', no: 'the expected path is not there' },
      diagnosis: {
        no: 'The login works, but the file or directory is gone or hidden from this account. See what should have put it there, and who may read it.',
      },
    }),
    metric('files', {
      description: 'Files in the directory',
      unit: 'count',
      usual: '<',
      says: counted('file is in the directory', 'files are in the directory'),
      diagnosis: 'Look at what puts files there and at what takes them away.',
    }),
    metric('newest_file_age_s', {
      description: 'Age of the newest file',
      unit: 'seconds',
      usual: '>',
      says: 'the newest file is {} old',
      diagnosis:
        'Nothing newer has been delivered. Look at the job that writes here, at its log and at the free space.',
    }),
    metric('file_bytes', {
      description: 'Size of the expected file',
      unit: 'bytes',
      usual: '<',
      says: 'the expected file has {}',
      diagnosis:
        'The size of the file is not what it should be. See whether it was written to its end and whether its source is complete.',
    }),
  ]
}

interface ExpectedPathConfig {
  expectPath?: string
  checkNewestAge?: boolean
  username?: string
}

/** Looking at files needs a login; `barred` says what keeps it from happening. */
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

/** Whether connection, encryption or login failed, and not what was looked at after them. */
export function isSessionError({ reason }: TargetDown, authOk: number | undefined): boolean {
  return authOk !== 1 || reason !== 'other'
}
