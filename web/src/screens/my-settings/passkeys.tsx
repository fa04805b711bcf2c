import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor, client } from '../../api.ts'
import { errorText } from '../../error-text.ts'
import { confirm } from '../../frame/confirm.tsx'
import { toast } from '../../toast.ts'
import { useMessages } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { PasswordField } from '../../parts/form/password-field.tsx'
import { useFormSubmit } from '../../parts/form/form-submit.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { browserHasPasskeys, makePasskey, wasCancelled } from '../../passkeys.ts'
import { useSession } from '../../session.ts'
import { securityMessages } from './security-messages.ts'
import { invalidate } from '../../invalidation.ts'

export function Passkeys() {
  const t = useMessages(securityMessages)
  const { features } = useSession()
  const [adding, setAdding] = useState(false)
  const query = useQuery({ ...queryFor('/dashboard/me/passkeys'), enabled: features.passkeys })
  if (!features.passkeys)
    return (
      <Card title={t.passkeys.title}>
        <p className="muted">{t.passkeys.needName(location.hostname)}</p>
      </Card>
    )
  const remove = async (id: string, name: string): Promise<void> => {
    const { removeTitle, removeText, remove: verb } = t.passkeys
    if (!(await confirm({ title: removeTitle(name), text: removeText, verb }))) return
    await client
      .delete('/dashboard/me/passkeys/{id}', { params: { id } })
      .catch((error: Error) => toast({ text: errorText(error), tone: 'error' }))
    await invalidate('passkey')
  }
  return (
    <Card
      title={t.passkeys.title}
      flush
      end={
        browserHasPasskeys() && (
          <Button small icon="plus" onClick={() => setAdding(true)}>
            {t.passkeys.add}
          </Button>
        )
      }
    >
      <QueryResult query={query}>
        {({ data }) => (
          <>
            {data.length === 0 && <p className="body muted">{t.passkeys.none}</p>}
            <ul className="list">
              {data.map(({ id, name, created_at: made }) => (
                <li key={id}>
                  <span className="min-w-0">
                    {name}
                    <span className="sub">
                      <RelativeTime at={made} prefix={t.passkeys.added} />
                    </span>
                  </span>
                  <span className="at">
                    <Button small onClick={() => void remove(id, name)}>
                      {t.passkeys.remove}
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryResult>
      {adding && <AddPasskey onClose={() => setAdding(false)} />}
    </Card>
  )
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const t = useMessages(securityMessages)
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { busy, errors, summary, submit } = useFormSubmit(async () => {
    const { options } = await client.post('/dashboard/me/passkeys/options', { body: { password } })
    const response = await makePasskey(options).catch((error: unknown) => {
      if (wasCancelled(error)) return null
      throw error
    })
    if (!response) return
    await client.post('/dashboard/me/passkeys', { body: { name, response: response as never } })
    await invalidate('passkey')
    onClose()
  })
  return (
    <Dialog title={t.passkeys.add} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        {summary}
        <TextField
          label={t.passkeys.name}
          hint={t.passkeys.nameHint}
          value={name}
          error={errors['name']}
          required
          maxLength={100}
          onChange={setName}
        />
        <PasswordField label={t.proof} value={password} error={errors['password']} onChange={setPassword} />
        <div className="actions justify-end">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" weight="primary" busy={busy}>
            {t.passkeys.make}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
