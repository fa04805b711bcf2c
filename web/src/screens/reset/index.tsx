// A new password: asked for by mail, then chosen with the link's token, which stays behind the # and out of logs.
import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { client } from '../../api.ts'
import { useAfterSignIn } from '../../frame/after-sign-in.ts'
import { Doorway } from '../../frame/doorway.tsx'
import { defineMessages, useMessages } from '../../messages.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { FormError } from '../../parts/form/form-error.tsx'
import { PasswordField } from '../../parts/form/password-field.tsx'
import { useSending } from '../../parts/form/sending.ts'

const words = defineMessages({
  en: {
    ask: 'Reset your password',
    askLead: 'Enter your email address and Lapwing sends you a reset link.',
    email: 'Email',
    send: 'Send reset link',
    sent: 'Check your email',
    sentLead: 'If an account with this address exists, we sent it a link. The link is valid for one hour.',
    noMail: 'This server cannot send email. Ask an admin for a reset link.',
    choose: 'Choose a new password',
    chooseLead: 'You will be signed out on all other devices.',
    password: 'New password',
    save: 'Save and sign in',
    gone: 'This link has been used, replaced or has expired. Request a new one.',
    back: 'Back to sign in',
  },
  de: {
    ask: 'Passwort zurücksetzen',
    askLead: 'Gib deine E-Mail-Adresse ein, und Lapwing schickt dir einen Link.',
    email: 'E-Mail',
    send: 'Link senden',
    sent: 'Prüfe deine E-Mails',
    sentLead: 'Wenn es ein Konto mit dieser Adresse gibt, ist der Link unterwegs. Er ist eine Stunde lang gültig.',
    noMail: 'Dieser Server kann keine E-Mails senden. Bitte einen Admin um einen Link.',
    choose: 'Wähle ein neues Passwort',
    chooseLead: 'Auf allen anderen Geräten wirst du abgemeldet.',
    password: 'Neues Passwort',
    save: 'Speichern und anmelden',
    gone: 'Dieser Link wurde schon benutzt, ersetzt oder ist abgelaufen. Fordere einen neuen an.',
    back: 'Zurück zur Anmeldung',
  },
})

export function Screen() {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token'))
  return token ? <Choose token={token} /> : <Ask />
}

const Back = () => (
  <Link className="link" to="/sign-in">
    {useMessages(words).back}
  </Link>
)

function Ask() {
  const say = useMessages(words)
  const [email, setEmail] = useState('')
  const { mutate, isPending, isSuccess, error } = useSending({
    mutationFn: () => client.post('/dashboard/password-reset', { body: { email } }),
  })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    mutate()
  }
  if (isSuccess) return <Doorway key="sent" title={say.sent} lead={say.sentLead} foot={<Back />} />
  return (
    <Doorway title={say.ask} lead={say.askLead} foot={<Back />}>
      <form onSubmit={submit}>
        <TextField
          label={say.email}
          type="email"
          required
          autoFocus
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <FormError error={error} known={{ conflict: say.noMail }} />
        <Button type="submit" weight="primary" wide busy={isPending || isSuccess}>
          {say.send}
        </Button>
      </form>
    </Doorway>
  )
}

function Choose({ token }: { token: string }) {
  const say = useMessages(words)
  const afterSignIn = useAfterSignIn(undefined)
  const [password, setPassword] = useState('')
  const { mutate, isPending, isSuccess, error } = useSending({
    mutationFn: () => client.post('/dashboard/password-reset/finish', { body: { token, password } }),
    onSuccess: afterSignIn,
  })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    mutate()
  }
  return (
    <Doorway title={say.choose} lead={say.chooseLead} foot={<Back />}>
      <form onSubmit={submit}>
        <PasswordField label={say.password} value={password} onChange={setPassword} fresh autoFocus />
        <FormError error={error} known={{ not_found: say.gone }} />
        <Button type="submit" weight="primary" wide busy={isPending || isSuccess}>
          {say.save}
        </Button>
      </form>
    </Doorway>
  )
}
