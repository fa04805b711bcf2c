// Ways to choose one of a few: segments for a view, tabs for the parts of a thing, chips for filters.
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export interface Choice<T extends string> {
  readonly value: T
  readonly label: ReactNode
}

interface SegmentsProps<T extends string> {
  readonly label: string
  readonly choices: readonly Choice<T>[]
  readonly value: T
  readonly onChange: (value: T) => void
}

export function Segments<T extends string>({ label, choices, value, onChange }: SegmentsProps<T>) {
  return (
    <span className="seg" role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </span>
  )
}

export interface Tab {
  readonly label: string
  readonly count?: number
  readonly current: boolean
  readonly link: LinkProps
}

const ownAddress = { exact: true }

/** Each tab has an address, so they are links. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ label: text, count, current, link }) => (
        <Link
          key={text}
          {...link}
          aria-current={current ? 'page' : undefined}
          activeOptions={ownAddress}
          resetScroll={false}
        >
          {text}
          {count !== undefined && <span className="n">{count}</span>}
        </Link>
      ))}
    </nav>
  )
}

interface ChipProps {
  readonly on: boolean
  readonly onClick: () => void
  readonly children: ReactNode
  readonly dashed?: boolean
}

export function Chip({ on, onClick, children, dashed = false }: ChipProps) {
  return (
    <button type="button" className={`chip ${dashed ? 'dashed' : ''}`} aria-pressed={on} onClick={onClick}>
      {children}
    </button>
  )
}
