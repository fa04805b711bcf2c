import { SettingsPage } from '../settings/settings-page.tsx'
import { Passkeys } from './passkeys.tsx'
import { ChangePassword } from './change-password.tsx'
import { Sessions } from './sessions.tsx'
import { TwoFactor } from './two-factor.tsx'

export function Security() {
  return (
    <SettingsPage section="security">
      <ChangePassword />
      <TwoFactor />
      <Passkeys />
      <Sessions />
    </SettingsPage>
  )
}
