// Surrounds every screen of a signed-in user: navigation, shortcuts, palette and live updates.
import {
  useSectionMessages,
  useFrameMessages,
  useSignedOutMessages,
  usePendingConfirmationMessages,
} from './messages.ts'
import { Outlet, useNavigate, useLocation, Link } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useLayoutEffect } from 'react'
import { startLive } from '../live/live.ts'
import { savePreferences } from '../save-preferences.ts'
import { changePreferences, nextTheme, usePreferences } from '../preferences.ts'
import { lazyPart } from '../parts/lazy-part.tsx'
import { useIsPhone } from '../parts/is-phone.ts'
import { useStore } from '../store.ts'
import { DeviceNotices } from './notices/device-notices.ts'
import { PagingProblems } from './paging-problems.tsx'
import { openPalette, overlay } from './palette/palette-state.ts'
import { sections, isWithin } from './sections.ts'
import { Sidebar, Brand, Count } from './sidebar.tsx'
import { useTabIcon } from './tab-title.ts'
import { toast } from '../toast.ts'
import { useCommands } from './commands.ts'
import { signedOut, queryFor } from '../api.ts'
import { Callout } from '../parts/card.tsx'
import { useQuery } from '@tanstack/react-query'
import { useHasContent } from '../first-content.ts'
import { useNow } from '../format/now.ts'
import { ButtonLink } from '../parts/button.tsx'
import { StatusMark } from '../parts/status-mark.tsx'
import { useCan } from '../session.ts'
import type { Notice } from './notices/notice.ts'
import { Icon } from '../parts/icon.tsx'
import { useCounts } from './counts.ts'
import { UserMenu } from './user-menu.tsx'
import { useReloadWithOtherTabs } from './centered/after-sign-in.ts'
import { ExternalLink } from '../parts/links.tsx'

const Palette = lazyPart(async () => (await import('./palette/palette.tsx')).Palette, { Failed: OverlayError })
const ShortcutList = lazyPart(async () => (await import('./shortcut-list.tsx')).ShortcutList, { Failed: OverlayError })

export function Frame() {
  const shown = useStore(overlay)
  const isPhone = useIsPhone()
  // Render the navigation first and defer the screen.
  const isFramed = useDeferredValue(true, false)
  useEffect(startLive, [])
  useReloadWithOtherTabs()
  useTabIcon()
  useFrameCommands()
  return (
    <div className="shell">
      {isPhone ? <TopBar /> : <Sidebar />}
      <main className="main" id="main" tabIndex={-1}>
        <div className="page">
          <SignedOut />
          <PagingProblems />
          <PendingConfirmations />
          {isFramed && <Outlet />}
        </div>
      </main>
      {isPhone && <TabBar />}
      <DeviceNotices />
      {shown === 'palette' && <Palette />}
      {shown === 'keys' && <ShortcutList />}
    </div>
  )
}

/** Closes the overlay and keeps the page behind it. */
function OverlayError() {
  const { missing } = useFrameMessages()
  useEffect(() => {
    overlay.set(null)
    toast({ text: missing, tone: 'error' })
  }, [missing])
  return null
}

function useFrameCommands(): void {
  const t = useFrameMessages()
  const names = useSectionMessages()
  const { theme, sidebar } = usePreferences()
  const navigate = useNavigate()
  useCommands([
    ...sections.flatMap(({ name, to, icon, key }) =>
      key
        ? [{ label: names.goTo(names[name]), keys: `g ${key}`, icon, keyOnly: true, run: () => void navigate({ to }) }]
        : [],
    ),
    {
      label: t.theme,
      words: t.themeWords,
      keys: 't',
      icon: 'sun',
      run: () => savePreferences({ theme: nextTheme(theme) }),
    },
    { label: t.sidebar, keys: '[', run: () => changePreferences({ sidebar: sidebar === 'wide' ? 'icons' : 'wide' }) },
    { label: t.keys, words: t.keysWords, keys: '?', run: () => overlay.set('keys') },
  ])
  // Before the first paint, so that no key that somebody presses then is lost.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      openPalette()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** Shown when the session ended while the page was open; the user's input stays. */
function SignedOut() {
  const t = useSignedOutMessages()
  if (!useStore(signedOut)) return null
  return (
    <div className="mb-4" role="alert">
      <Callout status="degraded">
        {t.text} <ExternalLink className="link" href="/sign-in" text={t.link} />
      </Callout>
    </div>
  )
}

// Tells on every screen that an assistant waits for a person's decision.

/** The server forgets a request that nobody decided about. */
const waitsForMs = 15 * 60_000

function PendingConfirmations() {
  const t = usePendingConfirmationMessages()
  const isShown = useLocation({ select: ({ pathname }) => !pathname.startsWith('/confirmations') })
  const hasContent = useHasContent()
  const enabled = useCan()('member') && hasContent
  const { data } = useQuery({ ...queryFor('/dashboard/notices'), enabled })
  const oldest = new Date(useNow().getTime() - waitsForMs).toISOString()
  const isPending = ({ kind, at }: Notice): boolean => kind === 'confirmation_requested' && at > oldest
  const [first, ...others] = data?.data.filter(isPending) ?? []
  const link =
    others.length > 0 ? { to: '/confirmations' } : { to: '/confirmations/$id', params: { id: first?.subject.id ?? '' } }
  return (
    <div aria-live="polite">
      {first && isShown && (
        <div className="mb-4">
          <Callout
            tone="degraded"
            isBanner
            mark={<StatusMark status="degraded" />}
            action={<ButtonLink small label={t.review} {...link} />}
          >
            {others.length > 0 ? t.several(others.length + 1) : t.one(first.by ?? '', first.subject.name)}
          </Callout>
        </div>
      )}
    </div>
  )
}

function TopBar() {
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
function TabBar() {
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
