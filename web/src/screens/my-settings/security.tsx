import { useSession } from '../../session.ts'
import { SettingsPage } from '../settings/settings-page.tsx'
import { Passkeys } from './passkeys.tsx'
import { ChangePassword } from './change-password.tsx'
import { ProviderNote } from './provider-note.tsx'
import { Sessions } from './sessions.tsx'
import { TwoFactor } from './two-factor.tsx'

export function Security() {
  const { rights } = useSession()
  return (
    <SettingsPage section="security">
      {rights.credentials ? (
        <>
          <ChangePassword />
          <TwoFactor />
          <Passkeys />
        </>
      ) : (
        <ProviderNote about="security" />
      )}
      <Sessions />
    </SettingsPage>
  )
}
