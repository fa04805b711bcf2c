// Cards and small layouts.
import type { ReactNode } from 'react'

interface CardProps {
  readonly title?: ReactNode
  /** To the right of the title. */
  readonly end?: ReactNode
  readonly children: ReactNode
  /** Without padding, for tables and lists. */
  readonly flush?: boolean
  readonly level?: 2 | 3
}

export function Card({ title, end, children, flush = false, level = 2 }: CardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section className="card">
      {(title || end) && (
        <header>
          {title && <Heading>{title}</Heading>}
          {end && <span className="end">{end}</span>}
        </header>
      )}
      {flush ? children : <div className="body">{children}</div>}
    </section>
  )
}

export interface Figure {
  readonly label: string
  readonly value: ReactNode
  readonly note?: ReactNode
}

/** Figures side by side. */
export function FigureStrip({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="card strip">
      {figures.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function KeyValue({ rows }: { rows: readonly (readonly [key: string, value: ReactNode])[] }) {
  return (
    <dl className="kv">
      {rows.map(([key, value]) => (
        <div key={key} className="contents">
          <dt>{key}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Tone = 'down' | 'degraded' | 'up' | 'maintenance' | 'idle'

/** An important message with an optional action. */
export function Callout({
  tone,
  mark,
  children,
  action,
}: {
  tone: Tone
  mark?: ReactNode
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={`callout ${tone}`}>
      {mark && <span className="mt-0.5">{mark}</span>}
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </div>
  )
}

export function Avatar({ name, small = false }: { name: string; small?: boolean }) {
  const letters = name.split(/\s+/).map((word) => word[0] ?? '')
  return (
    <span className={small ? 'avatar s' : 'avatar'} aria-hidden="true">
      {`${letters[0] ?? ''}${letters.length > 1 ? letters.at(-1) : ''}`.toUpperCase()}
    </span>
  )
}

export const Tag = ({ children }: { children: ReactNode }) => <span className="tag">{children}</span>
