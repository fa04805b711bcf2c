import { Callout } from '../../parts/card.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useSession } from '../../session.ts'
import { useProviderMessages } from './messages.ts'

/** Says what a session of single sign-on cannot change here, and how to change it. */
export function ProviderNote({ about }: { about: 'profile' | 'paging' | 'look' | 'security' }) {
  const t = useProviderMessages()
  const { organization } = useSession()
  return (
    <Callout tone="idle" mark={<Icon name="key" />}>
      {t[about](organization.name)}
    </Callout>
  )
}
