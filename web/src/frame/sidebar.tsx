import { useSectionMessages } from './messages.ts'
import { Link, useLocation } from '@tanstack/react-router'
import { Fragment } from 'react'
import { Icon, Mark } from '../parts/icon.tsx'
import { useSession } from '../session.ts'
import { type Counts, useCounts } from './counts.ts'
import { UserMenu } from './user-menu.tsx'
import { openPalette } from './palette/palette-state.ts'
import { type Section, isWithin, sections } from './sections.ts'

export function Sidebar() {
  const t = useSectionMessages()
  const { pathname } = useLocation()
  const counts = useCounts()
  return (
    <header className="sidebar">
      <Brand />
      <button type="button" className="find" onClick={openPalette} aria-keyshortcuts="Control+K">
        <Icon name="search" size={14} />
        <span>{t.find}</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <nav className="nav" aria-label={t.sections}>
        {sections.map((section) => (
          <Fragment key={section.name}>
            {section.under && <h2>{t[section.under]}</h2>}
            <Link
              to={section.to}
              aria-current={isWithin(pathname, section) ? 'page' : undefined}
              title={t[section.name]}
            >
              <Icon name={section.icon} />
              <span>{t[section.name]}</span>
              <Count section={section} counts={counts} />
            </Link>
          </Fragment>
        ))}
      </nav>
      <UserMenu />
    </header>
  )
}

export function Brand({ size = 30 }: { size?: number }) {
  const { organization } = useSession()
  return (
    <Link className="brand" to="/">
      <Mark size={size} />
      <span>
        Lapwing<small>{organization.name}</small>
      </span>
    </Link>
  )
}

export function Count({ section, counts }: { section: Section; counts: Counts }) {
  const t = useSectionMessages()
  if (section.name === 'monitors' && counts.monitors > 0) return <span className="count">{counts.monitors}</span>
  if (section.name === 'maintenance' && counts.maintenance > 0)
    return (
      <span className="count">
        <span aria-hidden="true">{counts.maintenance}</span>
        <span className="sr">{t.on(counts.maintenance)}</span>
      </span>
    )
  if (section.name !== 'incidents' || counts.incidents === 0) return null
  return (
    <span className="count alarm">
      <span aria-hidden="true">{counts.incidents}</span>
      <span className="sr">{t.open(counts.incidents)}</span>
    </span>
  )
}
