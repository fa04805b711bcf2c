import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../api.ts'
import { TextField } from '../../parts/form/field.tsx'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { useTwoFactorMessages } from './messages.ts'
import { CenteredPage } from '../../frame/centered/centered-page.tsx'
import { CenteredForm } from '../../frame/centered/centered-form.tsx'
import { useAfterSignIn } from '../../frame/centered/after-sign-in.ts'
import { TextButton } from '../../parts/button.tsx'

export function Screen() {
  const t = useTwoFactorMessages()
  const [recovery, setRecovery] = useState(false)
  return (
    <CenteredPage
      title={t.title}
      lead={recovery ? undefined : t.lead}
      foot={
        <span className="row">
          <TextButton label={recovery ? t.useCode : t.useRecovery} onClick={() => setRecovery(!recovery)} />·
          <Link className="link" to="/sign-in">
            {t.again}
          </Link>
        </span>
      }
    >
      <Code key={String(recovery)} recovery={recovery} />
    </CenteredPage>
  )
}

const digits = 6

function Code({ recovery }: { recovery: boolean }) {
  const t = useTwoFactorMessages()
  const afterSignIn = useAfterSignIn((useSearch({ strict: false }) as { next?: string }).next)
  const [code, setCode] = useState('')
  const { mutate, isPending, isSuccess, error } = useSingleSubmit({
    mutationFn: (given: string) => client.post('/dashboard/sign-in/second-step', { body: { code: given } }),
    onSuccess: afterSignIn,
    onError: () => setCode(''),
  })
  const type = (text: string): void => {
    const typed = recovery ? text : text.replace(/\D/g, '').slice(0, digits)
    setCode(typed)
    if (!recovery && typed.length === digits && !isPending) mutate(typed)
  }
  return (
    <CenteredForm
      onSubmit={() => mutate(code)}
      action={t.go}
      busy={isPending || isSuccess}
      error={error}
      known={{ unauthorized: t.wrong }}
    >
      <TextField
        label={recovery ? t.recovery : t.code}
        hint={recovery ? t.recoveryHint : undefined}
        mono
        required
        autoFocus
        value={code}
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        onChange={type}
      />
    </CenteredForm>
  )
}
