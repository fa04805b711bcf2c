import { useState } from 'react'
import type { StatusPageEdited } from '../../../api-types.ts'
import { client } from '../../../api.ts'
import { invalidate } from '../../../invalidation.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { TextField } from '../../../parts/form/field.tsx'
import { useFormSubmit } from '../../../parts/form/form-submit.tsx'
import { toast } from '../../../toast.ts'
import { useAccessMessages } from './messages.ts'

export function Password({ page, mayWrite }: { page: StatusPageEdited; mayWrite: boolean }) {
  const t = useAccessMessages()
  const [password, setPassword] = useState('')
  const isSet = page.password_protected
  const put = async (next: string | null, done: string): Promise<void> => {
    await client.put('/status-pages/{id}/password', { params: { id: page.id }, body: { password: next } })
    setPassword('')
    toast({ text: done })
    await invalidate('statusPage')
  }
  const saving = useFormSubmit(() => put(password, t.passwordSet))
  return (
    <Card title={t.password}>
      <form className="stack" onSubmit={saving.submit} noValidate>
        {saving.summary}
        <p className="muted">{isSet ? t.passwordOn : t.passwordOff}</p>
        {mayWrite && (
          <>
            <TextField
              label={t.newPassword}
              hint={t.passwordHint}
              type="password"
              autoComplete="new-password"
              value={password}
              error={saving.errors['password']}
              onChange={setPassword}
            />
            <div className="actions">
              <Button type="submit" busy={saving.busy} disabled={password === ''}>
                {isSet ? t.changePassword : t.setPassword}
              </Button>
              {isSet && (
                <Button
                  weight="ghost"
                  busy={saving.busy}
                  onClick={() => saving.run(() => put(null, t.passwordRemoved))}
                >
                  {t.removePassword}
                </Button>
              )}
            </div>
          </>
        )}
      </form>
    </Card>
  )
}
