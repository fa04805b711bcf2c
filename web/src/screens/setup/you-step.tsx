import { useState } from 'react'
import { client } from '../../api.ts'
import { useProblemsOf } from '../../catalog/problems.ts'
import { TextField } from '../../parts/form/field.tsx'
import { PasswordField } from '../../parts/form/password-field.tsx'
import { ZoneField, browserZone } from '../../parts/form/zone-field.tsx'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { useSetupMessages } from './messages.ts'
import { type Step, StepPage } from './step-page.tsx'
import { fieldsOf } from '../../parts/form/use-form.tsx'
import { CenteredForm } from '../../frame/centered/centered-form.tsx'

interface YouStepProps {
  readonly steps: readonly Step[]
  readonly token: string
  readonly onDone: () => void
}

const emptyAccount = { name: '', email: '', password: '', organization: '', timezone: '' }
type Account = typeof emptyAccount

export function YouStep({ steps, token, onDone }: YouStepProps) {
  const t = useSetupMessages()
  const [account, setAccount] = useState<Account>({ ...emptyAccount, timezone: browserZone() })
  const change = (part: Partial<Account>): void => setAccount({ ...account, ...part })
  const { mutate, isPending, error } = useSingleSubmit({
    mutationFn: () => client.post('/dashboard/setup', { body: { token, ...account } }),
    onSuccess: onDone,
  })
  const errors = useProblemsOf(error)
  return (
    <StepPage at="you" steps={steps} title={t.you.title} lead={t.you.lead}>
      <CenteredForm
        onSubmit={() => mutate()}
        action={t.you.create}
        busy={isPending}
        error={Object.keys(errors).length === 0 && error}
        known={{ forbidden: t.token.wrong }}
      >
        <AccountFields account={account} errors={errors} onChange={change} />
      </CenteredForm>
    </StepPage>
  )
}

interface AccountFieldsProps {
  readonly account: Account
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (part: Partial<Account>) => void
}

function AccountFields({ account, errors, onChange }: AccountFieldsProps) {
  const t = useSetupMessages()
  const field = fieldsOf(account, onChange, errors)
  return (
    <>
      <TextField label={t.you.name} required autoFocus maxLength={100} autoComplete="name" {...field('name')} />
      <TextField label={t.you.email} type="email" required autoComplete="username" {...field('email')} />
      <PasswordField label={t.you.password} fresh {...field('password')} />
      <TextField
        label={t.you.organization}
        hint={t.you.organizationHint}
        required
        maxLength={100}
        autoComplete="organization"
        {...field('organization')}
      />
      <ZoneField label={t.you.zone} {...field('timezone')} />
    </>
  )
}
