// Surrounds every screen of a signed-in user: navigation, shortcuts, palette and live updates.
import { useSectionMessages, useFrameMessages } from './messages.ts'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect } from 'react'
import { startLive } from '../live/live.ts'
import { savePreferences } from '../save-preferences.ts'
import { changePreferences, nextTheme, usePreferences } from '../preferences.ts'
import { lazyPart } from '../parts/lazy-part.tsx'
import { useIsPhone } from '../parts/is-phone.ts'
import { useStore } from '../store.ts'
import { useReloadWithOtherTabs } from './after-sign-in.ts'
import { DeviceNotices } from './notices/device-notices.ts'
import { PagingProblems } from './paging-problems.tsx'
import { PendingConfirmations } from './pending-confirmations.tsx'
import { openPalette, overlay } from './palette/palette-state.ts'
import { TabBar, TopBar } from './phone-bars.tsx'
import { sections } from './sections.ts'
import { Sidebar } from './sidebar.tsx'
import { SignedOut } from './signed-out.tsx'
import { useTabIcon } from './tab-title.ts'
import { toast } from '../toast.ts'
import { useCommands } from './commands.ts'

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
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      openPalette()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
