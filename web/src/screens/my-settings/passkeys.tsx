import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor, client } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { PasswordField } from '../../parts/form/password-field.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { browserHasPasskeys, makePasskey, wasCancelled } from '../../passkeys.ts'
import { useSession } from '../../session.ts'
import { useSecurityMessages } from './security-messages.ts'
import { invalidate } from '../../invalidation.ts'
import { useForm } from '../../parts/form/use-form.tsx'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { DeleteButton } from '../../frame/confirm/delete-button.tsx'

export function Passkeys() {
  const t = useSecurityMessages()
  const { features } = useSession()
  const [adding, setAdding] = useState(false)
  const query = useQuery({ ...queryFor('/dashboard/me/passkeys'), enabled: features.passkeys })
  if (!features.passkeys)
    return (
      <Card title={t.passkeys.title}>
        <p className="muted">{t.passkeys.needName(location.hostname)}</p>
      </Card>
    )
  return (
    <Card
      title={t.passkeys.title}
      flush
      end={browserHasPasskeys() && <Button small icon="plus" label={t.passkeys.add} onClick={() => setAdding(true)} />}
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
                    <DeleteButton
                      as="row"
                      way="remove"
                      name={name}
                      text={t.passkeys.removeText}
                      request={() => client.delete('/dashboard/me/passkeys/{id}', { params: { id } })}
                      stale={['passkey']}
                    />
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
  const t = useSecurityMessages()
  const { field, ...saving } = useForm({ name: '', password: '' }, async ({ name, password }) => {
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
    <DialogForm title={t.passkeys.add} saving={saving} action={t.passkeys.make} onClose={onClose}>
      <TextField label={t.passkeys.name} hint={t.passkeys.nameHint} {...field('name')} required maxLength={100} />
      <PasswordField label={t.proof} {...field('password')} />
    </DialogForm>
  )
}
