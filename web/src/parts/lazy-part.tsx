// Components that are loaded on demand. A failed load does not affect the rest of the page.
import { type FunctionComponent, type ReactNode, createElement, useEffect, useState } from 'react'
import { ErrorState } from './content-states.tsx'
import { useLazyPartMessages } from './messages.ts'

export interface RetryProps {
  readonly onRetry: () => void
}

export function PartError({ onRetry }: RetryProps) {
  const t = useLazyPartMessages()
  return <ErrorState error={t.why} what={t.failed} onRetry={onRetry} />
}

interface LazyOptions {
  readonly waiting?: ReactNode
  readonly Failed?: FunctionComponent<RetryProps>
}

/** `lazyPart(async () => (await import('./canvas.tsx')).Canvas)`; a failed load can be retried. */
export function lazyPart<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
  { waiting = null, Failed = PartError }: LazyOptions = {},
) {
  let known: FunctionComponent<P> | undefined
  const come = async (): Promise<void> => void (known ??= await load())
  function Part(props: P): ReactNode {
    const [state, setState] = useState<'coming' | 'there' | 'missing'>('coming')
    useEffect(() => {
      if (state !== 'coming' || known) return
      come().then(
        () => setState('there'),
        () => setState('missing'),
      )
    }, [state])
    if (known) return createElement(known, props)
    return state === 'missing' ? <Failed onRetry={() => setState('coming')} /> : waiting
  }
  /** Loads ahead of time and ignores failures. */
  return Object.assign(Part, { preload: () => come().catch(() => undefined) })
}
