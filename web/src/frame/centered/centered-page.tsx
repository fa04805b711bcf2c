// The layout of screens without the frame: setup, sign-in, password reset and invitation.
import type { ReactNode } from 'react'
import { Mark } from '../../parts/icon.tsx'
import { useHeading } from '../page-head.tsx'

interface CenteredPageProps {
  readonly title: string
  /** One line below the title. */
  readonly lead?: ReactNode
  readonly children?: ReactNode
  /** Below the card: alternative links. */
  readonly foot?: ReactNode
}

export function CenteredPage({ title, lead, children, foot }: CenteredPageProps) {
  return (
    <main id="main" className="centered-page">
      <Mark size={44} />
      <h1 ref={useHeading(title)} tabIndex={-1}>
        {title}
      </h1>
      {lead && <p className="muted">{lead}</p>}
      {children && <div className="card centered-card">{children}</div>}
      {foot && <div className="centered-foot">{foot}</div>}
    </main>
  )
}
