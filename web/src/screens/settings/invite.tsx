import { useState } from 'react'
import { client } from '../../api.ts'
import { useMessages } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Check, TextField } from '../../parts/form/field.tsx'
import { roleDescriptionMessages, roleMessages } from '../../parts/vocabulary/role-messages.ts'
import { useFormSubmit } from '../../parts/form/form-submit.tsx'
import { OneTimeSecret } from '../../parts/one-time-secret.tsx'
import { type Role, useCan, useSession } from '../../session.ts'
import { memberMessages } from './member-messages.ts'
import { invalidate } from '../../invalidation.ts'
import { SelectField } from '../../parts/form/select.tsx'

const choices: readonly Role[] = ['viewer', 'member', 'admin', 'owner']

export function Invite({ onClose }: { onClose: () => void }) {
  const t = useMessages(memberMessages)
  const roles = useMessages(roleMessages)
  const notes = useMessages(roleDescriptionMessages)
  const can = useCan()
  const { features } = useSession()
  const [draft, setDraft] = useState({ email: '', role: 'member' as Role, mail: features.mail })
  const [link, setLink] = useState<string | null>(null)
  const { busy, errors, summary, submit } = useFormSubmit(async () => {
    setLink((await client.post('/dashboard/invitations', { body: draft })).url)
    await invalidate('invitation')
  })
  if (link !== null) return <InvitationLink link={link} email={draft.email} isMailed={draft.mail} onClose={onClose} />
  return (
    <Dialog title={t.invite} onClose={onClose} held={busy}>
      <form className="grid gap-4" onSubmit={submit}>
        {summary}
        <TextField
          label={t.email}
          type="email"
          required
          value={draft.email}
          error={errors['email']}
          onChange={(email) => setDraft({ ...draft, email })}
        />
        <SelectField
          label={t.role}
          hint={notes[draft.role]}
          value={draft.role}
          onChange={(role) => setDraft({ ...draft, role })}
          options={choices.filter((role) => role !== 'owner' || can('owner')).map((role) => [role, roles[role]])}
        />
        {features.mail && (
          <Check label={t.byMail} checked={draft.mail} onChange={(mail) => setDraft({ ...draft, mail })} />
        )}
        <div className="actions justify-end">
          <Button busy={busy} onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" weight="primary" busy={busy}>
            {t.makeLink}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface InvitationLinkProps {
  readonly link: string
  readonly email: string
  readonly isMailed: boolean
  readonly onClose: () => void
}

function InvitationLink({ link, email, isMailed, onClose }: InvitationLinkProps) {
  const t = useMessages(memberMessages)
  return (
    <Dialog title={t.invitedTitle(email)} onClose={onClose}>
      <p className="muted">{isMailed ? t.invitedByMail : t.invitedByLink}</p>
      <OneTimeSecret text={link} label={t.link} />
      <div className="actions justify-end">
        <Button weight="primary" onClick={onClose}>
          {t.close}
        </Button>
      </div>
    </Dialog>
  )
}
