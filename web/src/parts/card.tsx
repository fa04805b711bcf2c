// Cards and small layouts.
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { type Status, type Tone, statusStyles } from './states.ts'
import { StatusMark } from './status-mark.tsx'

interface CardProps {
  readonly title?: ReactNode
  /** To the right of the title. */
  readonly end?: ReactNode
  readonly children: ReactNode
  /** Without padding, for tables and lists. */
  readonly flush?: boolean
  /** Its parts are below each other, with space between them. */
  readonly stack?: boolean
  readonly level?: 2 | 3
}

export function Card({ title, end, children, flush = false, stack = false, level = 2 }: CardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section className="card">
      {(title || end) && (
        <header>
          {title && <Heading>{title}</Heading>}
          {end && <span className="end">{end}</span>}
        </header>
      )}
      {flush ? children : <div className={stack ? 'body stack' : 'body'}>{children}</div>}
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

interface CalloutProps {
  /** Gives it its colour and its mark. */
  readonly status?: Status
  readonly tone?: Tone
  readonly mark?: ReactNode
  readonly children: ReactNode
  readonly action?: ReactNode
  /** On every screen, so it takes two lines of a phone at most. */
  readonly isBanner?: boolean
}

/** An important message with an optional action. */
export function Callout({ status, tone = 'idle', mark, children, action, isBanner = false }: CalloutProps) {
  const shown = mark ?? (status && <StatusMark status={status} />)
  return (
    <div className={`callout ${status ? statusStyles[status].tone : tone} ${isBanner ? 'banner' : ''}`}>
      {shown && <span className="mt-0.5">{shown}</span>}
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </div>
  )
}

export function Avatar({ name, small = false }: { name: string; small?: boolean }) {
  const letters = name.split(/\s+/).map((word) => [...word][0] ?? '')
  return (
    <span className={small ? 'avatar s' : 'avatar'} aria-hidden="true">
      {`${letters[0] ?? ''}${letters.length > 1 ? letters.at(-1) : ''}`.toUpperCase()}
    </span>
  )
}

export const Tag = ({ children }: { children: ReactNode }) => <span className="tag">{children}</span>

interface RemovableTagProps {
  readonly as: 'li' | 'span'
  readonly name: string
  /** Of its button, such as “Remove shop”. */
  readonly label: string
  readonly onRemove: () => void
}

export const RemovableTag = ({ as: Element, name, label, onRemove }: RemovableTagProps) => (
  <Element className="tag">
    {name}
    <button type="button" aria-label={label} onClick={onRemove}>
      <Icon name="close" size={10} />
    </button>
  </Element>
)

/** Code or text as it is, which can be scrolled by keyboard, too. */
export const Code = ({ text, label }: { text: ReactNode; label?: string }) => (
  <pre className="code" tabIndex={0} aria-label={label}>
    {text}
  </pre>
)
