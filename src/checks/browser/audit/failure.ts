// Explains why a page could not be audited. The target is at fault only for errors that every visitor would get.
import { TargetDown } from '../../../domain/outcome.ts'
import { newTrace } from '../../../net/http/trace.ts'
import type { ProgramResult } from '../../../browsers/index.ts'
import type { CheckJob, RunContext } from '../../run.ts'
import { showTrace } from '../../web/evidence.ts'
import type { AuditOutput } from './answer.ts'
import type { BrowserConfig } from '../browser.ts'
import { sentAlong } from './secrets.ts'

interface AuditFailure {
  readonly answer: AuditOutput | null
  readonly ended: ProgramResult['ended']
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} seconds`

const ends: Record<NonNullable<ProgramResult['ended']>, (ms: number) => TargetDown> = {
  deadline: (ms) => new TargetDown('timeout', `the page did not finish loading within ${seconds(ms)}`),
  memory: () => new TargetDown('content', 'the page needs more memory than the browser has'),
  disk: () => new TargetDown('content', 'the page stores more data than the browser can hold'),
}

/** Lighthouse errors that the page causes. */
const ofThePage: Readonly<Record<string, string>> = {
  NO_FCP: 'the page rendered no content',
  NO_LCP: 'the page rendered no content',
  NOT_HTML: 'the response is not an HTML page',
  PAGE_HUNG: 'the page keeps the browser so busy that it does not respond',
  TARGET_CRASHED: 'the page crashed its browser tab',
}

export async function throwReason(
  job: CheckJob<BrowserConfig, URL>,
  context: RunContext,
  { answer, ended }: AuditFailure,
): Promise<never> {
  if (ended) throw ends[ended](job.deadlineMs)
  if (!answer) throw new Error('the audit returned no result')
  const { status, failure, problem } = answer
  if (status === null && failure === null) throw new TargetDown('timeout', 'the page did not respond in time')
  if (status === null) return throwAsPlainRequest(job, context, failure!)
  if (status >= 400) throw new TargetDown('http_status', `the page responded with HTTP ${status}`)
  const reason = problem && ofThePage[problem.code]
  if (reason) throw new TargetDown('content', reason)
  throw new Error(`the page could not be audited: ${problem?.code ?? 'unknown'} ${problem?.message ?? ''}`.trim())
}

const maxRedirects = 10

/** A browser behind a proxy reports no reason, so this sends a plain request to find it. */
async function throwAsPlainRequest(
  { target, config }: CheckJob<BrowserConfig, URL>,
  { net, signal, observed }: RunContext,
  failure: string,
): Promise<never> {
  const { headers, cookies } = sentAlong(config)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const trace = newTrace()
  const { ipVersion } = config
  const all = cookie === '' ? headers : [...headers, { key: 'Cookie', value: cookie }]
  const plain = { method: 'GET', headers: all, maxRedirects, verify: true, keepBytes: 0, ipVersion, signal, trace }
  try {
    await net.request({ url: target, ...plain })
  } finally {
    showTrace(trace, observed.evidence)
  }
  throw new TargetDown('connect', `the browser could not load the page: ${failure.replace('net::', '')}`)
}
