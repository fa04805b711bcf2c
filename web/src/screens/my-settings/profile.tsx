import { client } from '../../api.ts'
import { toast } from '../../toast.ts'
import { Card } from '../../parts/card.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { useSession } from '../../session.ts'
import { SettingsPage } from '../settings/settings-page.tsx'
import { ProviderNote } from './provider-note.tsx'
import { useProfileMessages } from './messages.ts'
import { invalidate } from '../../invalidation.ts'
import { useForm } from '../../parts/form/use-form.tsx'
import { SaveActions } from '../../parts/form/dialog-form.tsx'

export function Profile() {
  const t = useProfileMessages()
  const { user, rights } = useSession()
  const { busy, summary, submit, field } = useForm({ name: user.name }, async (body) => {
    await client.patch('/dashboard/me', { body })
    await invalidate('profile')
    toast({ text: t.saved })
  })
  return (
    <SettingsPage section="profile">
      <Card>
        <form className="grid gap-4" onSubmit={submit}>
          {summary}
          {!rights.settings && <ProviderNote about="profile" />}
          <TextField
            label={t.name}
            {...field('name')}
            required
            readOnly={!rights.settings}
            maxLength={100}
            autoComplete="name"
          />
          <TextField label={t.email} hint={t.emailHint} value={user.email} readOnly />
          {rights.settings && <SaveActions saving={{ busy }} action={t.save} />}
        </form>
      </Card>
    </SettingsPage>
  )
}
