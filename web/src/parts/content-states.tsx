// Placeholders for content: empty, loading or failed.
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../api.ts'
import { errorText } from '../error-text.ts'
import { Button } from './button.tsx'
import type { PagedQuery } from './use-all-pages.ts'
import { Mark } from './icon.tsx'
import { useContentStateMessages } from './messages.ts'

interface EmptyStateProps {
  readonly title: ReactNode
  readonly text?: ReactNode
  readonly action?: ReactNode
  /** The page of the documentation that says more, such as `on-call`. */
  readonly docs?: string
}

/** A title, one sentence of explanation, and one action. */
export function EmptyState({ title, text, action, docs }: EmptyStateProps) {
  const t = useContentStateMessages()
  return (
    <div className="empty">
      <Mark size={48} />
      <p className="strong">{title}</p>
      {text && <p className="muted max-w-measure">{text}</p>}
      {action}
      {docs && (
        <a href={`/docs/${docs}`} target="_blank" rel="noreferrer">
          {t.learnMore}
        </a>
      )}
    </div>
  )
}

interface ErrorStateProps {
  readonly error: unknown
  /** A sentence that says what could not be loaded. */
  readonly what?: string
  readonly onRetry?: () => void
}

export function ErrorState({ error, what, onRetry }: ErrorStateProps) {
  const t = useContentStateMessages()
  const known = error instanceof ApiError ? error : null
  const why = known?.status === 404 ? t.gone : errorText(error)
  return (
    <div className="error-state" role="alert">
      <p>
        <span className="strong">{what ?? t.failed}</span> {why}
      </p>
      {onRetry && <Button small icon="refresh" label={t.again} onClick={onRetry} />}
      {known && known.status > 0 && (
        <details className="faint">
          <summary>{t.details}</summary>
          {known.code} · {known.status}
        </details>
      )}
    </div>
  )
}

/** Grey placeholders, shown after a short delay. */
export function Skeleton({ height, lines = 1 }: { height: string; lines?: number }) {
  const t = useContentStateMessages()
  const shown = useAfter(150)
  return (
    <div role="status" aria-label={t.loading} className="grid gap-2">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={shown ? 'skeleton' : ''} style={{ height }} />
      ))}
    </div>
  )
}

function useAfter(ms: number): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return over
}

interface QueryResultProps<T> {
  readonly query: UseQueryResult<T>
  readonly what?: string
  readonly waiting?: ReactNode
  readonly children: (data: T) => ReactNode
}

/** Renders a query: placeholder, error with retry, or data, which stays visible during refetches. */
export function QueryResult<T>({ query, what, waiting, children }: QueryResultProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <ErrorState error={query.error} what={what} onRetry={() => void query.refetch()} />
  return waiting ?? <Skeleton height="2.75rem" lines={3} />
}

interface ListResultProps<Item> {
  readonly query: UseQueryResult<{ readonly data: readonly Item[] }>
  readonly what?: string
  /** Shown instead of a list without items. */
  readonly empty: ReactNode
  readonly children: (item: Item) => ReactNode
}

/** Renders a query for a list: each item as `children` renders it, which is an `li` with its key. */
export function ListResult<Item>({ query, what, empty, children }: ListResultProps<Item>) {
  return (
    <QueryResult query={query} what={what}>
      {({ data }) => (data.length === 0 ? empty : <ul className="list">{data.map(children)}</ul>)}
    </QueryResult>
  )
}

/** Loads the next page of a list; renders nothing on the last one. */
export function MoreButton({ query, label }: { query: PagedQuery; label?: string }) {
  const t = useContentStateMessages()
  if (!query.hasNextPage) return null
  return <Button busy={query.isFetchingNextPage} label={label ?? t.more} onClick={() => void query.fetchNextPage()} />
}

interface PagedResultProps<Item> {
  readonly query: UseInfiniteQueryResult<Item[]>
  readonly what?: string
  readonly waiting?: ReactNode
  /** Shown instead of a list without items. */
  readonly empty: ReactNode
  /** The label of the button for more. */
  readonly more?: string
  readonly children: (items: Item[]) => ReactNode
}

/** Renders a paged list: its items, or what is shown without any, and the button for more. */
export function PagedResult<Item>({ query, what, waiting, empty, more, children }: PagedResultProps<Item>) {
  return (
    <>
      <QueryResult query={query} what={what} waiting={waiting}>
        {(items) => (items.length === 0 ? empty : children(items))}
      </QueryResult>
      <MoreButton query={query} label={more} />
    </>
  )
}
