// Unknown URLs, missing permissions, and screens that crashed.
import type { UseQueryResult } from '@tanstack/react-query'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { QueryResult, ErrorState } from '../parts/content-states.tsx'
import { Mark } from '../parts/icon.tsx'
import { useHeading } from './page-head.tsx'
import { useNotFoundMessages } from './messages.ts'

type MissingItem = keyof ReturnType<typeof useMissing>

const useMissing = () => useNotFoundMessages().missing

/** Inside the frame. */
export const NotFound = () => <ItemNotFound item="page" />

export function ItemNotFound({ item }: { item: MissingItem }) {
  return <MessagePage title={useMissing()[item]} text={useNotFoundMessages().text} />
}

interface ScreenResultProps<T> {
  readonly query: UseQueryResult<T>
  readonly item: MissingItem
  /** A sentence for other errors. */
  readonly what: string
  readonly children: (data: T) => ReactNode
}

/** Renders the query that a whole screen depends on. A missing item gets a page of its own. */
export function ScreenResult<T>({ item, ...props }: ScreenResultProps<T>) {
  const { data, error } = props.query
  const isMissing = error instanceof ApiError && [400, 404].includes(error.status)
  if (data === undefined && isMissing) return <ItemNotFound item={item} />
  return <QueryResult {...props} />
}

/** Replaces a screen that viewers cannot use. */
export function NoPermission() {
  const { mayOnlyLook, askForRole } = useNotFoundMessages()
  return <MessagePage title={mayOnlyLook} text={askForRole} />
}

function MessagePage({ title, text }: { title: string; text: string }) {
  const t = useNotFoundMessages()
  return (
    <div className="lonely">
      <Mark size={48} />
      <h1 ref={useHeading(title)} tabIndex={-1}>
        {title}
      </h1>
      <p className="muted">{text}</p>
      <Link className="btn" to="/">
        {t.home}
      </Link>
    </div>
  )
}

export function ScreenError({ error }: ErrorComponentProps) {
  const t = useNotFoundMessages()
  return (
    <div className="lonely">
      <Mark size={48} />
      <h1 ref={useHeading(t.broken)} tabIndex={-1}>
        {t.broken}
      </h1>
      <ErrorState error={error} />
      <Button icon="refresh" label={t.reload} onClick={() => location.reload()} />
    </div>
  )
}

export const NotFoundPage = () => (
  <main id="main">
    <NotFound />
  </main>
)

export const PageError = (props: ErrorComponentProps) => (
  <main id="main">
    <ScreenError {...props} />
  </main>
)
