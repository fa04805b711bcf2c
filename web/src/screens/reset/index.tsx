// Password reset. The token is in the URL fragment, so that it stays out of logs.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../api.ts'
import { TextField } from '../../parts/form/field.tsx'
import { PasswordField } from '../../parts/form/password-field.tsx'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { useResetMessages } from './messages.ts'
import { CenteredPage } from '../../frame/centered/centered-page.tsx'
import { CenteredForm } from '../../frame/centered/centered-form.tsx'
import { useAfterSignIn } from '../../frame/centered/after-sign-in.ts'

export function Screen() {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token'))
  return token ? <Choose token={token} /> : <Ask />
}

const Back = () => (
  <Link className="link" to="/sign-in">
    {useResetMessages().back}
  </Link>
)

function Ask() {
  const t = useResetMessages()
  const [email, setEmail] = useState('')
  const { mutate, isPending, isSuccess, error } = useSingleSubmit({
    mutationFn: () => client.post('/dashboard/password-reset', { body: { email } }),
  })
  if (isSuccess) return <CenteredPage key="sent" title={t.sent} lead={t.sentLead} foot={<Back />} />
  return (
    <CenteredPage title={t.ask} lead={t.askLead} foot={<Back />}>
      <CenteredForm
        onSubmit={() => mutate()}
        action={t.send}
        busy={isPending || isSuccess}
        error={error}
        known={{ conflict: t.noMail }}
      >
        <TextField
          label={t.email}
          type="email"
          required
          autoFocus
          autoComplete="username"
          value={email}
          onChange={setEmail}
        />
      </CenteredForm>
    </CenteredPage>
  )
}

function Choose({ token }: { token: string }) {
  const t = useResetMessages()
  const afterSignIn = useAfterSignIn(undefined)
  const [password, setPassword] = useState('')
  const { mutate, isPending, isSuccess, error } = useSingleSubmit({
    mutationFn: () => client.post('/dashboard/password-reset/finish', { body: { token, password } }),
    onSuccess: afterSignIn,
  })
  return (
    <CenteredPage title={t.choose} lead={t.chooseLead} foot={<Back />}>
      <CenteredForm
        onSubmit={() => mutate()}
        action={t.save}
        busy={isPending || isSuccess}
        error={error}
        known={{ not_found: t.gone }}
      >
        <PasswordField label={t.password} value={password} onChange={setPassword} fresh autoFocus />
      </CenteredForm>
    </CenteredPage>
  )
}
