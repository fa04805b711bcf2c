import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useRouter, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { queryFor, client } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { FormError } from '../../parts/form/form-error.tsx'
import { PasswordField } from '../../parts/form/password-field.tsx'
import { browserHasPasskeys, signWithPasskey, wasCancelled } from '../../passkeys.ts'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { beginSingleSignOn } from '../single-sign-on/begin.ts'
import { useSignInMessages } from './messages.ts'
import { CenteredPage } from '../../frame/centered/centered-page.tsx'
import { CenteredForm } from '../../frame/centered/centered-form.tsx'
import { useAfterSignIn } from '../../frame/centered/after-sign-in.ts'

export function Screen() {
  const t = useSignInMessages()
  const { data: ways } = useQuery({ ...queryFor('/dashboard/sign-in'), staleTime: 0 })
  if (ways?.setup) return <Navigate to="/setup" replace />
  return (
    <CenteredPage
      title={t.title}
      foot={
        ways &&
        (ways.mail ? (
          <Link className="link" to="/reset">
            {t.forgot}
          </Link>
        ) : (
          t.askAdmin
        ))
      }
    >
      {ways?.single_sign_on && <SingleSignOn organization={ways.single_sign_on_organization} />}
      {ways?.passkeys && browserHasPasskeys() && <Passkey />}
      {ways && (ways.single_sign_on || (ways.passkeys && browserHasPasskeys())) && <p className="or">{t.or}</p>}
      <WithPassword />
    </CenteredPage>
  )
}

function useNext(): string | undefined {
  return (useSearch({ strict: false }) as { next?: string }).next
}

function Passkey() {
  const t = useSignInMessages()
  const afterSignIn = useAfterSignIn(useNext())
  const { mutate, isPending, isSuccess, error } = useSingleSubmit({
    mutationFn: async () => {
      const { options } = await client.post('/dashboard/sign-in/passkey/options')
      return client.post('/dashboard/sign-in/passkey', {
        body: { response: (await signWithPasskey(options)) as never },
      })
    },
    onSuccess: afterSignIn,
  })
  return (
    <>
      <Button wide icon="key" busy={isPending || isSuccess} label={t.passkey} onClick={() => mutate()} />
      {!wasCancelled(error) && <FormError error={error} known={{ unauthorized: t.unknownPasskey }} />}
    </>
  )
}

/** Goes straight to the provider if there is only one organization. */
function SingleSignOn({ organization }: { organization: string | null }) {
  const t = useSignInMessages()
  const router = useRouter()
  const next = useNext()
  const { mutate, isPending, isSuccess, error } = useSingleSubmit({
    mutationFn: async () => {
      if (organization !== null) return beginSingleSignOn(organization, next)
      await router.navigate({ to: '/sign-in/single-sign-on', search: next === undefined ? {} : { next } })
    },
  })
  return (
    <>
      <Button wide icon="lock" busy={isPending || isSuccess} label={t.singleSignOn} onClick={() => mutate()} />
      <FormError error={error} known={{ unauthorized: t.providerRefused }} />
    </>
  )
}

function WithPassword() {
  const t = useSignInMessages()
  const afterSignIn = useAfterSignIn(useNext())
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const { mutate, isPending, isSuccess, error } = useSingleSubmit({
    mutationFn: () => client.post('/dashboard/sign-in', { body: { email, password } }),
    onSuccess: afterSignIn,
    onError: () => form.current?.querySelector<HTMLElement>('[autocomplete=current-password]')?.focus(),
  })
  return (
    <CenteredForm
      onSubmit={() => mutate()}
      action={t.signIn}
      busy={isPending || isSuccess}
      error={error}
      known={{ unauthorized: t.wrong }}
      form={form}
    >
      <TextField
        label={t.email}
        type="email"
        name="email"
        required
        autoFocus
        autoComplete="username webauthn"
        value={email}
        onChange={setEmail}
      />
      <PasswordField label={t.password} value={password} onChange={setPassword} />
    </CenteredForm>
  )
}
