// The icon of a status. Shapes differ, because forced-colors mode removes colour.
import { useStatusMessages } from './messages.ts'
import { type State, type Status, statusStyles } from './states.ts'

const cut = 'var(--surface)'

const shapes: Record<State, React.ReactNode> = {
  up: (
    <>
      <circle cx="7" cy="7" r="5.2" className="f-up" />
      <path
        d="m4.7 7.1 1.6 1.6 3-3.2"
        fill="none"
        stroke={cut}
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  degraded: (
    <>
      <path
        className="f-degraded"
        d="M7 1.3c.5 0 .9.2 1.1.7l4.7 8.7c.5.9-.1 2-1.1 2H2.3c-1 0-1.6-1.1-1.1-2L5.9 2c.2-.5.6-.7 1.1-.7Z"
      />
      <path d="M7 5v3.2" stroke={cut} strokeWidth="1.5" strokeLinecap="round" />
      <circle cx="7" cy="10.3" r=".9" fill={cut} />
    </>
  ),
  down: (
    <>
      <rect x="1" y="1" width="12" height="12" rx="2.4" className="f-down" />
      <path d="m4.7 4.7 4.6 4.6m0-4.6L4.7 9.3" stroke={cut} strokeWidth="1.7" strokeLinecap="round" />
    </>
  ),
  maintenance: (
    <path
      className="f-maintenance"
      fillRule="evenodd"
      d="M4.3 1.7h5.4L12.6 7l-2.9 5.3H4.3L1.4 7l2.9-5.3ZM7 4.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6Z"
    />
  ),
  paused: (
    <>
      <rect x="3" y="2" width="3" height="10" rx="1" className="f-idle" />
      <rect x="8" y="2" width="3" height="10" rx="1" className="f-idle" />
    </>
  ),
  unknown: (
    <circle cx="7" cy="7" r="4.7" fill="none" stroke="var(--idle-fill)" strokeWidth="1.6" strokeDasharray="2.4 2.2" />
  ),
}

interface StatusMarkProps {
  readonly status: Status
  readonly size?: number
  /** Needed if there is no text next to it. */
  readonly label?: string
}

export function StatusMark({ status, size = 14, label }: StatusMarkProps) {
  const name =
    label === undefined ? ({ 'aria-hidden': true } as const) : ({ role: 'img', 'aria-label': label } as const)
  return (
    <svg width={size} height={size} viewBox="0 0 14 14" {...name}>
      {shapes[statusStyles[status].shape]}
    </svg>
  )
}

/** Icon and text, for tables. */
export function StatusWord({ status, children }: { status: Status; children?: React.ReactNode }) {
  const words = useStatusMessages()
  return (
    <span className={`st ${statusStyles[status].tone}`}>
      <StatusMark status={status} />
      {children || words[status]}
    </span>
  )
}

/** Icon and text on a coloured background. */
export function Pill({ status, children }: { status: Status; children?: React.ReactNode }) {
  const words = useStatusMessages()
  return (
    <span className={`pill ${statusStyles[status].tone}`}>
      <StatusMark status={status} size={12} />
      {children || words[status]}
    </span>
  )
}
