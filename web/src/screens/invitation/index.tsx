import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { type AnswerOf, client } from '../../api.ts'
import { useAfterSignIn } from '../../frame/after-sign-in.ts'
import { Doorway } from '../../frame/doorway.tsx'
import { defineMessages, useMessages } from '../../messages.ts'
import { Button } from '../../parts/button.tsx'
import { Skeleton } from '../../parts/content-states.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { FormError } from '../../parts/form/form-error.tsx'
import { PasswordField } from '../../parts/form/password-field.tsx'
import { roleWords } from '../../parts/words/role-words.ts'
import { useSending } from '../../parts/form/sending.ts'

const words = defineMessages({
  en: {
    title: 'Invitation',
    join: (organization: string) => `Join ${organization}`,
    lead: (inviter: string, role: string) => `${inviter} invited you to join with the role ${role}.`,
    leadAnonymous: (role: string) => `You have been invited to join with the role ${role}.`,
    gone: 'This invitation has been used, revoked or has expired. Ask for a new one.',
    email: 'Email',
    name: 'Your name',
    password: 'Password',
    known: 'You already have an account with this email. Enter its password.',
    wrong: 'Wrong password.',
    accept: 'Join',
    signIn: 'Go to sign in',
  },
  de: {
    title: 'Einladung',
    join: (organization) => `${organization} beitreten`,
    lead: (inviter, role) => `${inviter} hat dich mit der Rolle „${role}“ eingeladen.`,
    leadAnonymous: (role) => `Du wurdest mit der Rolle „${role}“ eingeladen.`,
    gone: 'Diese Einladung wurde schon benutzt, zurückgezogen oder ist abgelaufen. Bitte um eine neue.',
    email: 'E-Mail',
    name: 'Dein Name',
    password: 'Passwort',
    known: 'Du hast schon ein Konto mit dieser E-Mail-Adresse. Gib dessen Passwort ein.',
    wrong: 'Falsches Passwort.',
    accept: 'Beitreten',
    signIn: 'Zur Anmeldung',
  },
})

type Invitation = AnswerOf<'/dashboard/invitation', 'post'>

export function Screen() {
  const say = useMessages(words)
  const roles = useMessages(roleWords)
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const { data, error } = useQuery({
    queryKey: ['/dashboard/invitation', token],
    queryFn: () => client.post('/dashboard/invitation', { body: { token } }),
    retry: false,
  })
  if (!data)
    return (
      <Doorway
        title={say.title}
        foot={
          <Link className="link" to="/sign-in">
            {say.signIn}
          </Link>
        }
      >
        {error ? <FormError error={error} known={{ not_found: say.gone }} /> : <Skeleton height="2rem" lines={3} />}
      </Doorway>
    )
  const role = roles[data.role]
  const lead = data.invited_by ? say.lead(data.invited_by, role) : say.leadAnonymous(role)
  return (
    <Doorway key="open" title={say.join(data.organization)} lead={lead}>
      <Accept token={token} invitation={data} />
    </Doorway>
  )
}

function Accept({ token, invitation }: { token: string; invitation: Invitation }) {
  const say = useMessages(words)
  const afterSignIn = useAfterSignIn(undefined)
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { email, has_account: known } = invitation
  const { mutate, isPending, isSuccess, error } = useSending({
    mutationFn: () =>
      client.post('/dashboard/invitation/accept', { body: { token, password, ...(!known && { name }) } }),
    onSuccess: afterSignIn,
  })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    mutate()
  }
  return (
    <form onSubmit={submit}>
      <TextField label={say.email} type="email" value={email} readOnly autoComplete="username" />
      {!known && (
        <TextField
          label={say.name}
          value={name}
          required
          autoFocus
          maxLength={100}
          autoComplete="name"
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <PasswordField
        label={say.password}
        hint={known ? say.known : undefined}
        value={password}
        onChange={setPassword}
        fresh={!known}
        autoFocus={known}
      />
      <FormError error={error} known={{ not_found: say.gone, ...(known && { forbidden: say.wrong }) }} />
      <Button type="submit" weight="primary" wide busy={isPending || isSuccess}>
        {say.accept}
      </Button>
    </form>
  )
}
