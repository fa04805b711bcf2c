import { useEffect, useRef, useState } from 'react'
import type { Location, MonitorType } from '../../../../sdk/api.ts'
import { type AnswerOf, ApiError, client } from '../../api.ts'
import type { Draft } from './draft.ts'

export type Try = AnswerOf<'/dashboard/monitors/try/{id}', 'get'>

export interface Trying {
  readonly result: Try | null
  readonly problem: string | null
  readonly triesLeft: number | null
  readonly isBusy: boolean
  /** Each try is one of those that the plan has, so only somebody who wants one makes it. */
  readonly isByHand: boolean
  readonly again: () => void
}

const pauseMs = 600
const lookMs = 400

interface What {
  readonly draft: Draft
  readonly type: MonitorType | undefined
  readonly locations: readonly Location[]
  readonly monitorId: string | undefined
}

/** Tries what is written once it rests, and again when asked. A newer try takes the place of one that still runs. */
export function useTry({ draft, type, locations, monitorId }: What): Trying {
  const [result, setResult] = useState<Try | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [triesLeft, setTriesLeft] = useState<number | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [asked, setAsked] = useState(0)
  const lastAsked = useRef(0)
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
    if (!canTry || (isByHand && asked === lastAsked.current)) return
    const aborter = new AbortController()
    const { signal } = aborter
    const rest = asked === lastAsked.current ? pauseMs : 0
    lastAsked.current = asked
    const run = async (): Promise<void> => {
      setBusy(true)
      try {
        const started = await client.post('/dashboard/monitors/try', { body: JSON.parse(what) as typeof body, signal })
        setTriesLeft(started.tries_left)
        setProblem(null)
        await follow(started.id, signal, setResult)
      } catch (error) {
        if (signal.aborted) return
        setResult(null)
        setProblem(error instanceof ApiError ? error.message : String(error))
      } finally {
        if (!signal.aborted) setBusy(false)
      }
    }
    const timer = setTimeout(() => void run(), rest)
    return () => {
      aborter.abort()
      clearTimeout(timer)
    }
  }, [what, canTry, isByHand, asked])
  return {
    result: canTry ? result : null,
    problem: canTry ? problem : null,
    triesLeft,
    isBusy,
    isByHand,
    again: () => setAsked((n) => n + 1),
  }
}

async function follow(id: string, signal: AbortSignal, show: (result: Try) => void): Promise<void> {
  for (;;) {
    const result = await client.get('/dashboard/monitors/try/{id}', { params: { id }, signal })
    if (signal.aborted) return
    show(result)
    if (result.done) return
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}
