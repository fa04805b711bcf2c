// The user's menu, at the foot of the sidebar and in the phone's top bar.
import { useNavigate } from '@tanstack/react-router'
import { client } from '../api.ts'
import { savePreferences } from '../save-preferences.ts'
import { nextTheme, usePreferences } from '../preferences.ts'
import { useFormat } from '../format/use-format.ts'
import { Avatar } from '../parts/card.tsx'
import { useSession } from '../session.ts'
import { useCommands } from './commands.ts'
import { useCurrent } from './counts.ts'
import { Notices } from './notices/notices.tsx'
import { toast } from '../toast.ts'
import { useUserMenuMessages } from './messages.ts'
import { Menu } from '../parts/overlay/menu.tsx'
import { goToSignIn } from './centered/after-sign-in.ts'

export function UserMenu() {
  const t = useUserMenuMessages()
  const { user } = useSession()
  const { theme } = usePreferences()
  const navigate = useNavigate()
  const leave = async (): Promise<void> => {
    try {
      await client.post('/dashboard/sign-out')
    } catch {
      return toast({ text: t.stillIn, tone: 'error' })
    }
    goToSignIn()
  }
  useCommands([
    { label: t.docs, words: t.docsWords, icon: 'book', run: openDocs },
    { label: t.signOut, words: t.signOutWords, icon: 'signOut', run: () => void leave() },
  ])
  return (
    <div className="who">
      <Menu
        label={t.me(user.name)}
        weight="ghost"
        items={[
          {
            label: t.settings,
            icon: 'settings',
            run: () => void navigate({ to: '/settings/me/$section', params: { section: 'profile' } }),
          },
          { label: t.theme[theme], icon: 'sun', run: () => savePreferences({ theme: nextTheme(theme) }) },
          { label: t.docs, icon: 'book', run: openDocs },
          { label: t.signOut, icon: 'signOut', run: () => void leave() },
        ]}
      >
        <Avatar name={user.name} />
        <span className="cut text-start">
          {user.name}
          <OnDuty />
        </span>
      </Menu>
      <Notices />
    </div>
  )
}

/** In another tab, so that nobody loses what they are doing. */
const openDocs = (): void => void window.open('/docs', '_blank', 'noopener')

/** Until when the user is on call, in whichever schedule lasts longest. */
function OnDuty() {
  const t = useUserMenuMessages()
  const format = useFormat()
  const { user } = useSession()
  const mine = useCurrent()?.on_call.filter((one) => one.user?.user_id === user.id) ?? []
  if (mine.length === 0) return null
  const ends = mine.map(({ until }) => until)
  const last = ends.includes(null) ? null : ends.toSorted().at(-1)
  return <span className="duty">{last ? t.onCallUntil(format.weekdayClock(last)) : t.onCall}</span>
}
