import { useSession } from '../../session.ts'
import { SettingsPage } from '../settings/settings-page.tsx'
import { ChangePassword } from './change-password.tsx'
import { ProviderNote } from './provider-note.tsx'
import { TwoFactor } from './two-factor.tsx'
import { client, useResource, queryFor } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Card, Tag } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { browserIn } from './browser-in.ts'
import { useSecurityMessages } from './security-messages.ts'
import { invalidate } from '../../invalidation.ts'
import { goToSignIn } from '../../frame/centered/after-sign-in.ts'
import { confirm } from '../../frame/confirm/confirm.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TextField } from '../../parts/form/field.tsx'
import { PasswordField } from '../../parts/form/password-field.tsx'
import { browserHasPasskeys, makePasskey, wasCancelled } from '../../passkeys.ts'
import { useForm } from '../../parts/form/use-form.tsx'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { DeleteButton } from '../../frame/confirm/delete-button.tsx'
import { toastError } from '../../toast.ts'

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

function Sessions() {
  const t = useSecurityMessages()
  const { rights } = useSession()
  const query = useResource('/dashboard/me/sessions')
  const complain = (error: Error): void => toastError(error)
  const end = async (id: string): Promise<void> => {
    await client.delete('/dashboard/me/sessions/{id}', { params: { id } }).catch(complain)
    await invalidate('signedInSession')
  }
  const leaveAll = async (): Promise<void> => {
    const { everywhere: verb, everywhereTitle: title, everywhereText, everywhereAtProvider } = t.sessions
    const text = rights.credentials ? everywhereText : everywhereAtProvider
    if (!(await confirm({ title, text, verb }))) return
    await client.post('/dashboard/sign-out/everywhere')
    goToSignIn()
  }
  return (
    <Card
      title={t.sessions.title}
      flush
      end={<Button small label={t.sessions.everywhere} onClick={() => void leaveAll().catch(complain)} />}
    >
      <QueryResult query={query}>
        {({ data }) => (
          <ul className="list">
            {data.map(({ id, current, ip_address: ip, user_agent: agent, last_seen_at: seen }) => (
              <li key={id}>
                <span className="min-w-0">
                  {browserIn(agent) ?? t.sessions.unknown} {current && <Tag>{t.sessions.current}</Tag>}
                  <span className="sub">
                    {ip && `${ip} · `}
                    <RelativeTime at={seen} />
                  </span>
                </span>
                {!current && (
                  <span className="at">
                    <Button small label={t.sessions.end} onClick={() => void end(id)} />
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryResult>
    </Card>
  )
}

function Passkeys() {
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
