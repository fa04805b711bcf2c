// Me: at the foot of the sidebar and in the phone's top bar.
import { useNavigate } from '@tanstack/react-router'
import { client } from '../api.ts'
import { chooseLook } from '../choose-look.ts'
import { nextTheme, useLook } from '../look.ts'
import { defineMessages, useMessages } from '../messages.ts'
import { Avatar } from '../parts/card.tsx'
import { Menu } from '../parts/menu.tsx'
import { useSession } from '../session.ts'
import { goToSignIn } from './after-sign-in.ts'
import { Notices } from './notices/notices.tsx'
import { toast } from './toasts.tsx'

const words = defineMessages({
  en: {
    me: (name: string) => `${name}: my settings`,
    settings: 'My settings',
    theme: { system: 'Theme: same as system', light: 'Theme: light', dark: 'Theme: dark' },
    signOut: 'Sign out',
    stillIn: "Couldn't sign you out because Lapwing can't be reached. Try again.",
  },
  de: {
    me: (name: string) => `${name}: meine Einstellungen`,
    settings: 'Meine Einstellungen',
    theme: { system: 'Design: wie das System', light: 'Design: hell', dark: 'Design: dunkel' },
    signOut: 'Abmelden',
    stillIn: 'Du konntest nicht abgemeldet werden, weil Lapwing nicht erreichbar ist. Versuche es noch einmal.',
  },
})

export function MyMenu() {
  const say = useMessages(words)
  const { user } = useSession()
  const { theme } = useLook()
  const navigate = useNavigate()
  const leave = async (): Promise<void> => {
    try {
      await client.post('/dashboard/sign-out')
    } catch {
      return toast({ text: say.stillIn, tone: 'error' })
    }
    goToSignIn()
  }
  return (
    <div className="who">
      <Menu
        label={say.me(user.name)}
        weight="ghost"
        items={[
          {
            label: say.settings,
            icon: 'settings',
            run: () => void navigate({ to: '/settings/me/$section', params: { section: 'profile' } }),
          },
          { label: say.theme[theme], icon: 'sun', run: () => chooseLook({ theme: nextTheme(theme) }) },
          { label: say.signOut, icon: 'signOut', run: () => void leave() },
        ]}
      >
        <Avatar name={user.name} />
        <span className="cut">{user.name}</span>
      </Menu>
      <Notices />
    </div>
  )
}
