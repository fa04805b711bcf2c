import { useState } from 'react'
import { client } from '../../api.ts'
import { toast } from '../../toast.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { PasswordField } from '../../parts/form/password-field.tsx'
import { useSecurityMessages } from './security-messages.ts'
import { invalidate } from '../../invalidation.ts'
import { SelectField } from '../../parts/form/field.tsx'
import { useFormSubmit } from '../../parts/form/use-form.tsx'

export function ChangePassword() {
  const t = useSecurityMessages()
  const [currentPassword, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [keepConnectedApps, setKeepConnectedApps] = useState(false)
  const { busy, errors, summary, submit } = useFormSubmit(async () => {
    await client.post('/dashboard/me/password', { body: { currentPassword, password, keepConnectedApps } })
    setCurrent('')
    setPassword('')
    setKeepConnectedApps(false)
    toast({ text: keepConnectedApps ? t.password.changed : t.password.changedAndDisconnected })
    await invalidate('signedInSession')
  })
  return (
    <Card title={t.password.title}>
      <form className="grid gap-4" onSubmit={submit}>
        {summary}
        <PasswordField
          label={t.password.current}
          value={currentPassword}
          error={errors['currentPassword'] ?? errors['password']}
          onChange={setCurrent}
        />
        <PasswordField label={t.password.next} value={password} onChange={setPassword} fresh />
        <SelectField
          label={t.password.keepApps}
          hint={t.password.keepAppsHint}
          value={keepConnectedApps ? 'yes' : 'no'}
          options={(['no', 'yes'] as const).map((choice) => [choice, t.password[choice]])}
          onChange={(choice) => setKeepConnectedApps(choice === 'yes')}
        />
        <div className="actions">
          <Button type="submit" busy={busy} label={t.password.change} />
        </div>
      </form>
    </Card>
  )
}
