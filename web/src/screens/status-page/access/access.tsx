// Who can see the page and where it is. Changes take effect immediately.
import { useState } from 'react'
import type { StatusPageEdited } from '../../../api-types.ts'
import { client } from '../../../api.ts'
import { invalidate } from '../../../invalidation.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Segments } from '../../../parts/choose.tsx'
import { TextField } from '../../../parts/form/field.tsx'
import { toast } from '../../../toast.ts'
import { attempt } from '../use-page-draft.ts'
import { Hosts } from './hosts.tsx'
import { useAccessMessages } from './messages.ts'
import { useFormSubmit } from '../../../parts/form/use-form.tsx'
import { DeleteButton } from '../../../frame/confirm/delete-button.tsx'
import { ExternalLink } from '../../../parts/links.tsx'

interface AccessProps {
  readonly page: StatusPageEdited
  readonly mayWrite: boolean
}

export function AccessTab({ page, mayWrite }: AccessProps) {
  return (
    <div className="stack">
      <Visibility page={page} mayWrite={mayWrite} />
      <Address key={page.slug} page={page} mayWrite={mayWrite} />
      <Hosts page={page} />
      <Password page={page} mayWrite={mayWrite} />
      {mayWrite && <DeletePage page={page} />}
    </div>
  )
}

function Visibility({ page, mayWrite }: AccessProps) {
  const t = useAccessMessages()
  const change = async (isPublic: boolean): Promise<void> => {
    const isDone = await attempt(() =>
      client.patch('/status-pages/{id}', { params: { id: page.id }, body: { isPublic } }),
    )
    await invalidate('statusPage')
    if (isDone) toast({ text: isPublic ? t.nowPublic : t.nowPrivate, undo: () => change(!isPublic) })
  }
  const choices = [
    { value: 'public', label: t.public },
    { value: 'private', label: t.private },
  ] as const
  return (
    <Card title={t.visibility} stack>
      {mayWrite ? (
        <Segments
          label={t.visibility}
          choices={choices}
          value={page.public ? 'public' : 'private'}
          onChange={(value) => void change(value === 'public')}
        />
      ) : (
        <p className="strong">{page.public ? t.public : t.private}</p>
      )}
      <p className="hint">{page.public ? t.publicHint : t.privateHint}</p>
    </Card>
  )
}

function Address({ page, mayWrite }: AccessProps) {
  const t = useAccessMessages()
  const [slug, setSlug] = useState(page.slug)
  const saving = useFormSubmit(async () => {
    await client.patch('/status-pages/{id}', { params: { id: page.id }, body: { slug } })
    toast({ text: t.saved })
    await invalidate('statusPage')
  })
  return (
    <Card title={t.address}>
      <form className="stack" onSubmit={saving.submit} noValidate>
        {saving.summary}
        <ExternalLink className="link" href={page.url} text={page.url} />
        {mayWrite && (
          <>
            <TextField
              label={t.slug}
              hint={t.slugHint}
              mono
              value={slug}
              error={saving.errors['slug']}
              onChange={setSlug}
            />
            <div className="actions">
              <Button type="submit" busy={saving.busy} disabled={slug === page.slug} label={t.save} />
            </div>
          </>
        )}
      </form>
    </Card>
  )
}

function DeletePage({ page: { id, name } }: { page: StatusPageEdited }) {
  const t = useAccessMessages()
  return (
    <Card title={t.delete} stack>
      <p className="muted">{t.deleteText}</p>
      <div className="actions">
        <DeleteButton
          name={name}
          label={t.deleteButton}
          text={t.deleteText}
          typed={name}
          request={() => client.delete('/status-pages/{id}', { params: { id } })}
          leaveTo="/status-pages"
          stale={['statusPage']}
        />
      </div>
    </Card>
  )
}

function Password({ page, mayWrite }: { page: StatusPageEdited; mayWrite: boolean }) {
  const t = useAccessMessages()
  const [password, setPassword] = useState('')
  const isSet = page.password_protected
  const put = async (next: string | null, done: string): Promise<void> => {
    await client.post('/status-pages/{id}/password', { params: { id: page.id }, body: { password: next } })
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
              <Button
                type="submit"
                busy={saving.busy}
                disabled={password === ''}
                label={isSet ? t.changePassword : t.setPassword}
              />
              {isSet && (
                <Button
                  weight="ghost"
                  busy={saving.busy}
                  label={t.removePassword}
                  onClick={() => saving.run(() => put(null, t.passwordRemoved))}
                />
              )}
            </div>
          </>
        )}
      </form>
    </Card>
  )
}
