import { useEffect, useRef, useState } from 'react'
import type { Location, MonitorType } from '../../api-types.ts'
import { type AnswerOf, client, isTemporary } from '../../api.ts'
import type { RunEvidence, TryRun } from '../../parts/catalog-form/try-run.ts'
import { errorText } from '../../error-text.ts'
import type { MonitorDraft } from './draft.ts'

export type Try = AnswerOf<'/dashboard/monitors/try/{id}', 'get'>

export interface TryResult {
  readonly result: Try | null
  readonly problem: string | null
  readonly triesLeft: number | null
  readonly isBusy: boolean
  /** Each try counts toward the plan, so it runs only on request. */
  readonly isByHand: boolean
  readonly again: () => void
}

const pauseMs = 600
const pollMs = 400

interface TryInput {
  readonly draft: MonitorDraft
  readonly type: MonitorType | undefined
  readonly locations: readonly Location[]
  readonly monitorId: string | undefined
}

/** Tests the draft when typing pauses, and again on request. A newer test replaces a running one. */
export function useTry({ draft, type, locations, monitorId }: TryInput): TryResult {
  const [tried, setTried] = useState<TryState | null>(null)
  const [triesLeft, setTriesLeft] = useState<number | null>(null)
  const [tryCount, setTryCount] = useState(0)
  const lastTryCount = useRef(0)
  const live = locations.filter(({ id, status }) => status === 'live' && draft.locations.includes(id))
  const body = {
    type: draft.type,
    target: draft.target,
    config: draft.config,
    locations: live.map(({ id }) => id),
    ...(monitorId && { monitorId }),
  }
  const what = JSON.stringify(body)
  const canTry = type?.requires_locations === true && draft.target.trim() !== '' && live.length > 0
  const isByHand = canTry && type.counted_as !== null
  useEffect(() => {
    if (!canTry || (isByHand && tryCount === lastTryCount.current)) return
    const aborter = new AbortController()
    const { signal } = aborter
    const rest = tryCount === lastTryCount.current ? pauseMs : 0
    lastTryCount.current = tryCount
    const show = (part: Partial<TryState>): void => {
      if (!signal.aborted) setTried((before) => ({ ...(before?.what === what ? before : nothingYet), ...part, what }))
    }
    const run = async (): Promise<void> => {
      show({ isBusy: true })
      try {
        const started = await client.post('/dashboard/monitors/try', { body: JSON.parse(what) as typeof body, signal })
        setTriesLeft(started.tries_left)
        show({ problem: null })
        await follow(started.id, signal, (result) => show({ result }))
        show({ isBusy: false })
      } catch (error) {
        show({ result: null, problem: errorText(error), isBusy: false })
      }
    }
    const timer = setTimeout(() => void run(), rest)
    return () => {
      aborter.abort()
      clearTimeout(timer)
      setTried((before) => (before?.isBusy ? null : before))
    }
  }, [what, canTry, isByHand, tryCount])
  // Ignore results of other drafts.
  const { result, problem, isBusy } = canTry && tried?.what === what ? tried : nothingYet
  return { result, problem, triesLeft, isBusy, isByHand, again: () => setTryCount((n) => n + 1) }
}

/** The highest value that a test measured, or null. */
export function valueIn(result: Try | null, metric: string): number | null {
  const values = (result?.results ?? []).flatMap(({ metrics }) =>
    metrics.filter((measured) => measured.metric === metric).map(({ value }) => value),
  )
  return values.length > 0 ? Math.max(...values) : null
}

interface TryState extends Pick<TryResult, 'result' | 'problem' | 'isBusy'> {
  readonly what: string
}

const nothingYet = { result: null, problem: null, isBusy: false }

const maxLostPolls = 5

/** Tests the draft once with another value of one field, from the first live location. */
export function useRunWith({ draft, locations, monitorId }: Omit<TryInput, 'type'>): TryRun {
  const aborter = useRef<AbortController | null>(null)
  useEffect(() => () => aborter.current?.abort(), [])
  return async (key, value) => {
    aborter.current?.abort()
    aborter.current = new AbortController()
    const { signal } = aborter.current
    const live = locations.filter(({ id, status }) => status === 'live' && draft.locations.includes(id))
    const body = {
      type: draft.type,
      target: draft.target,
      config: { ...draft.config, [key]: value },
      locations: live.slice(0, 1).map(({ id }) => id),
      ...(monitorId && { monitorId }),
    }
    const { id } = await client.post('/dashboard/monitors/try', { body, signal })
    let last: Try | null = null
    await follow(id, signal, (result) => (last = result))
    return evidenceOf(last!)
  }
}

function evidenceOf({ results }: Try): RunEvidence {
  const [run] = results
  const body = run?.evidence.find(({ key }) => key === 'body')?.value
  return {
    isFine: run?.success === true && run.objections.length === 0,
    problem: run?.error ?? run?.objections[0] ?? null,
    durationMs: run?.duration_ms ?? null,
    statusCode: run?.status_code ?? null,
    body: typeof body === 'string' ? body : null,
  }
}

/** Retries polls that fail temporarily; the test itself continues. */
async function follow(id: string, signal: AbortSignal, show: (result: Try) => void): Promise<void> {
  for (let lost = 0; ;) {
    try {
      const result = await client.get('/dashboard/monitors/try/{id}', { params: { id }, signal })
      show(result)
      if (result.done) return
      lost = 0
    } catch (error) {
      if (signal.aborted || !isTemporary(error) || ++lost > maxLostPolls) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
