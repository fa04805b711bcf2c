// The user's menu, at the foot of the sidebar and in the phone's top bar.
import { useNavigate } from '@tanstack/react-router'
import { client } from '../api.ts'
import { savePreferences } from '../save-preferences.ts'
import { nextTheme, usePreferences } from '../preferences.ts'
import { useMessages } from '../i18n.ts'
import { Avatar } from '../parts/card.tsx'
import { Menu } from '../parts/menu.tsx'
import { useSession } from '../session.ts'
import { goToSignIn } from './after-sign-in.ts'
import { Notices } from './notices/notices.tsx'
import { toast } from '../toast.ts'
import { userMenuMessages } from './messages.ts'

export function UserMenu() {
  const t = useMessages(userMenuMessages)
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
          { label: t.signOut, icon: 'signOut', run: () => void leave() },
        ]}
      >
        <Avatar name={user.name} />
        <span className="cut">{user.name}</span>
      </Menu>
      <Notices />
    </div>
  )
}
