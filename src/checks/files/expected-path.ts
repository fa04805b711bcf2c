// What the file-server types look at once they are logged in.
import type { Metric, MetricDraft } from '../../domain/metric.ts'
import type { TargetDown } from '../../domain/outcome.ts'
import { type DefaultRule, whenSet } from '../define.ts'

export function fileMetrics(metric: (name: string, draft: MetricDraft) => Metric): Metric[] {
  return [
    metric('banner_match', {
      description: 'Greeting matched the pattern (1 yes)',
      unit: 'flag',
      cause: 'content',
      usual: '==',
    }),
    metric('list_ms', { description: 'Time to list the directory', unit: 'ms', phase: 6, usual: '>' }),
    metric('path_exists', {
      description: 'Expected path is there (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
    metric('files', { description: 'Files in the directory', unit: 'count', usual: '<' }),
    metric('newest_file_age_s', { description: 'Age of the newest file', unit: 'seconds', usual: '>' }),
    metric('file_bytes', { description: 'Size of the expected file', unit: 'bytes', usual: '<' }),
  ]
}

interface Look {
  expectPath?: string
  checkNewestAge?: boolean
  username?: string
}

/** Looking at files needs a login; `barred` says what keeps it from happening. */
export function pathProblems(config: Look, barred: string | null): string[] {
  const key = config.expectPath ? 'expectPath' : config.checkNewestAge ? 'checkNewestAge' : null
  if (key === null) return []
  if (barred) return [`${barred} with ${key}`]
  return config.username ? [] : [`username: Required with ${key}`]
}

export function pathMissing(type: string): DefaultRule {
  const metric = `metrics['${type}.path_exists']`
  return { name: 'Path Missing', metric, operator: '==', value: '0', severity: 'critical', when: whenSet('expectPath') }
}

/** Whether connection, encryption or login failed, and not what was looked at after them. */
export function isSessionError({ reason }: TargetDown, authOk: number | undefined): boolean {
  return authOk !== 1 || reason !== 'other'
}
