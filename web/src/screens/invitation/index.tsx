import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type AnswerOf, client } from '../../api.ts'
import { Skeleton } from '../../parts/content-states.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { FormError } from '../../parts/form/form-error.tsx'
import { PasswordField } from '../../parts/form/password-field.tsx'
import { useRoleMessages } from '../../parts/vocabulary/role-messages.ts'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { useInvitationMessages } from './messages.ts'
import { CenteredPage } from '../../frame/centered/centered-page.tsx'
import { CenteredForm } from '../../frame/centered/centered-form.tsx'
import { useAfterSignIn } from '../../frame/centered/after-sign-in.ts'

type Invitation = AnswerOf<'/dashboard/invitation', 'post'>

export function Screen() {
  const t = useInvitationMessages()
  const roles = useRoleMessages()
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const { data, error } = useQuery({
    queryKey: ['/dashboard/invitation', token],
    queryFn: () => client.post('/dashboard/invitation', { body: { token } }),
    retry: false,
  })
  if (!data)
    return (
      <CenteredPage
        title={t.title}
        foot={
          <Link className="link" to="/sign-in">
            {t.signIn}
          </Link>
        }
      >
        {error ? <FormError error={error} known={{ not_found: t.gone }} /> : <Skeleton height="2rem" lines={3} />}
      </CenteredPage>
    )
  const role = roles[data.role]
  const lead = data.invited_by ? t.lead(data.invited_by, role) : t.leadAnonymous(role)
  return (
    <CenteredPage key="open" title={t.join(data.organization)} lead={lead}>
      <Accept token={token} invitation={data} />
    </CenteredPage>
  )
}

function Accept({ token, invitation }: { token: string; invitation: Invitation }) {
  const t = useInvitationMessages()
  const afterSignIn = useAfterSignIn(undefined)
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { email, has_account: known } = invitation
  const { mutate, isPending, isSuccess, error } = useSingleSubmit({
    mutationFn: () =>
      client.post('/dashboard/invitation/accept', { body: { token, password, ...(!known && { name }) } }),
    onSuccess: afterSignIn,
  })
  return (
    <CenteredForm
      onSubmit={() => mutate()}
      action={t.accept}
      busy={isPending || isSuccess}
      error={error}
      known={{ not_found: t.gone, ...(known && { forbidden: t.wrong }) }}
    >
      <TextField label={t.email} type="email" value={email} readOnly autoComplete="username" />
      {!known && (
        <TextField
          label={t.name}
          value={name}
          required
          autoFocus
          maxLength={100}
          autoComplete="name"
          onChange={setName}
        />
      )}
      <PasswordField
        label={t.password}
        hint={known ? t.known : undefined}
        value={password}
        onChange={setPassword}
        fresh={!known}
        autoFocus={known}
      />
    </CenteredForm>
  )
}
