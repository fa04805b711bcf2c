import { useSectionMessages } from './messages.ts'
import { Link, useLocation } from '@tanstack/react-router'
import { Icon } from '../parts/icon.tsx'
import { useCounts } from './counts.ts'
import { UserMenu } from './user-menu.tsx'
import { openPalette } from './palette/palette-state.ts'
import { isWithin, sections } from './sections.ts'
import { Brand, Count } from './sidebar.tsx'

export function TopBar() {
  const t = useSectionMessages()
  return (
    <header className="topbar">
      <Brand size={26} />
      <span className="end">
        <button type="button" aria-label={t.find} onClick={openPalette}>
          <Icon name="search" size={18} />
        </button>
        <UserMenu />
      </span>
    </header>
  )
}

/** Four sections; the palette lists the others. */
export function TabBar() {
  const t = useSectionMessages()
  const { pathname } = useLocation()
  const counts = useCounts()
  return (
    <nav className="tabbar" aria-label={t.sections}>
      {sections
        .filter(({ isTab }) => isTab)
        .map((section) => (
          <Link key={section.name} to={section.to} aria-current={isWithin(pathname, section) ? 'page' : undefined}>
            <Icon name={section.icon} size={19} />
            {t[section.name]}
            {section.name === 'incidents' && <Count section={section} counts={counts} />}
          </Link>
        ))}
      <button type="button" onClick={openPalette}>
        <Icon name="menu" size={19} />
        {t.more}
      </button>
    </nav>
  )
}
