// Around every screen of somebody who is signed in: the sections, the keys, the palette and the live connection.
import { sectionMessages } from './messages.ts'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect } from 'react'
import { startLive } from '../live/live.ts'
import { chooseLook } from '../choose-look.ts'
import { changeLook, nextTheme, useLook } from '../look.ts'
import { useMessages } from '../i18n.ts'
import { fetched } from '../parts/fetched.tsx'
import { useIsPhone } from '../parts/is-phone.ts'
import { useStore } from '../store.ts'
import { useReloadWithOtherTabs } from './after-sign-in.ts'
import { DeviceNotices } from './notices/device-notices.ts'
import { openPalette, overlay } from './palette-state.ts'
import { TabBar, TopBar } from './phone-bars.tsx'
import { sections } from './sections.ts'
import { Sidebar } from './sidebar.tsx'
import { SignedOut } from './signed-out.tsx'
import { useTabIcon } from './tab-title.ts'
import { toast } from './toasts.tsx'
import { useVerbs } from './verbs.ts'
import { frameMessages } from './messages.ts'

const Palette = fetched(async () => (await import('./palette.tsx')).Palette, { Failed: OverlayMissing })
const KeyList = fetched(async () => (await import('./key-list.tsx')).KeyList, { Failed: OverlayMissing })

export function Frame() {
  const shown = useStore(overlay)
  const isPhone = useIsPhone()
  // The sections are there at once; the screen beside them is drawn little by little.
  const isFramed = useDeferredValue(true, false)
  useEffect(startLive, [])
  useReloadWithOtherTabs()
  useTabIcon()
  useFrameVerbs()
  return (
    <div className="shell">
      {isPhone ? <TopBar /> : <Sidebar />}
      <main className="main" id="main" tabIndex={-1}>
        <div className="page">
          <SignedOut />
          {isFramed && <Outlet />}
        </div>
      </main>
      {isPhone && <TabBar />}
      <DeviceNotices />
      {shown === 'palette' && <Palette />}
      {shown === 'keys' && <KeyList />}
    </div>
  )
}

/** Whatever is behind it stays as it is. */
function OverlayMissing() {
  const { missing } = useMessages(frameMessages)
  useEffect(() => {
    overlay.set(null)
    toast({ text: missing, tone: 'error' })
  }, [missing])
  return null
}

function useFrameVerbs(): void {
  const t = useMessages(frameMessages)
  const names = useMessages(sectionMessages)
  const { theme, sidebar } = useLook()
  const navigate = useNavigate()
  useVerbs([
    ...sections.map(({ name, to, icon, key }) => ({
      label: names.goTo(names[name]),
      keys: key ? `g ${key}` : undefined,
      icon,
      run: () => void navigate({ to }),
    })),
    { label: t.theme, keys: 't', icon: 'sun', run: () => chooseLook({ theme: nextTheme(theme) }) },
    { label: t.sidebar, keys: '[', run: () => changeLook({ sidebar: sidebar === 'wide' ? 'icons' : 'wide' }) },
    { label: t.keys, keys: '?', run: () => overlay.set('keys') },
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
