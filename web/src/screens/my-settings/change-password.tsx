import { useState } from 'react'
import { client, refresh } from '../../api.ts'
import { toast } from '../../frame/toasts.tsx'
import { useMessages } from '../../messages.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { PasswordField } from '../../parts/form/password-field.tsx'
import { useSaving } from '../../parts/form/saving.tsx'
import { securityWords } from './security-messages.ts'

export function ChangePassword() {
  const say = useMessages(securityWords)
  const [currentPassword, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const { busy, errors, summary, submit } = useSaving(async () => {
    await client.post('/dashboard/me/password', { body: { currentPassword, password } })
    setCurrent('')
    setPassword('')
    toast({ text: say.password.changed })
    await refresh('/dashboard/me/sessions')
  })
  return (
    <Card title={say.password.title}>
      <form className="grid gap-4" onSubmit={submit}>
        {summary}
        <PasswordField
          label={say.password.current}
          value={currentPassword}
          error={errors['currentPassword'] ?? errors['password']}
          onChange={setCurrent}
        />
        <PasswordField label={say.password.next} value={password} onChange={setPassword} fresh />
        <div className="actions">
          <Button type="submit" busy={busy}>
            {say.password.change}
          </Button>
        </div>
      </form>
    </Card>
  )
}
