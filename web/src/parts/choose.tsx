// Segments, tabs and filter chips.
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'

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

/** Tabs are links, because each has a URL. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav ref={useCurrentInView(tabs)} className="tabs" aria-label={label}>
      <TabLinks tabs={tabs} />
    </nav>
  )
}

export interface TabGroup {
  readonly label: string
  readonly tabs: readonly Tab[]
}

/** Tabs that wide screens show as a column of groups. */
export function GroupedTabs({ label, groups }: { label: string; groups: readonly TabGroup[] }) {
  return (
    <nav ref={useCurrentInView(groups.flatMap(({ tabs }) => tabs))} className="tabs grouped" aria-label={label}>
      {groups.map((group) => (
        <div key={group.label} role="group" aria-label={group.label}>
          <p aria-hidden>{group.label}</p>
          <TabLinks tabs={group.tabs} />
        </div>
      ))}
    </nav>
  )
}

const TabLinks = ({ tabs }: { tabs: readonly Tab[] }) =>
  tabs.map(({ label: text, count, current, link }) => (
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
  ))

function useCurrentInView(tabs: readonly Tab[]) {
  const row = useRef<HTMLElement>(null)
  const chosen = tabs.find(({ current }) => current)?.label
  useEffect(() => showCurrent(row.current!), [chosen])
  return row
}

/** Scrolls the current tab into view if the tabs do not fit. */
function showCurrent(row: HTMLElement): void {
  const tab = row.querySelector('[aria-current]')?.getBoundingClientRect()
  if (!tab) return
  const { left, width } = row.getBoundingClientRect()
  row.scrollLeft += tab.left - left - (width - tab.width) / 2
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
