import { useState } from 'react'
import { client } from '../../api.ts'
import { useRoleDescriptionMessages, useRoleMessages } from '../../parts/vocabulary/role-messages.ts'
import { OneTimeSecret } from '../../parts/one-time-secret.tsx'
import { type Role, useCan, useSession } from '../../session.ts'
import { useMemberMessages } from './member-messages.ts'
import { invalidate } from '../../invalidation.ts'
import { useForm } from '../../parts/form/use-form.tsx'
import { DialogForm, ResultDialog } from '../../parts/form/dialog-form.tsx'
import { SelectField, Check, TextField } from '../../parts/form/field.tsx'

const choices: readonly Role[] = ['viewer', 'member', 'admin', 'owner']

export function Invite({ onClose }: { onClose: () => void }) {
  const t = useMemberMessages()
  const roles = useRoleMessages()
  const notes = useRoleDescriptionMessages()
  const can = useCan()
  const { features } = useSession()
  const [link, setLink] = useState<string | null>(null)
  const initial = { email: '', role: 'member' as Role, mail: features.mail }
  const { draft, set, field, ...saving } = useForm(initial, async (body) => {
    setLink((await client.post('/dashboard/invitations', { body })).url)
    await invalidate('invitation')
  })
  if (link !== null) return <InvitationLink link={link} email={draft.email} isMailed={draft.mail} onClose={onClose} />
  return (
    <DialogForm title={t.invite} saving={saving} action={t.makeLink} held onClose={onClose}>
      <TextField label={t.email} type="email" required {...field('email')} />
      <SelectField
        label={t.role}
        hint={notes[draft.role]}
        {...field('role')}
        options={choices.filter((role) => role !== 'owner' || can('owner')).map((role) => [role, roles[role]])}
      />
      {features.mail && <Check label={t.byMail} checked={draft.mail} onChange={(mail) => set({ mail })} />}
    </DialogForm>
  )
}

interface InvitationLinkProps {
  readonly link: string
  readonly email: string
  readonly isMailed: boolean
  readonly onClose: () => void
}

function InvitationLink({ link, email, isMailed, onClose }: InvitationLinkProps) {
  const t = useMemberMessages()
  return (
    <ResultDialog title={t.invitedTitle(email)} action={t.close} onClose={onClose}>
      <p className="muted">{isMailed ? t.invitedByMail : t.invitedByLink}</p>
      <OneTimeSecret text={link} label={t.link} />
    </ResultDialog>
  )
}
