// The setup: token, account, first monitor, first channel. Not available afterwards.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { queryFor, queries, client } from '../../api.ts'
import { NotFoundPage } from '../../frame/not-found.tsx'
import { Skeleton } from '../../parts/content-states.tsx'
import { openChecklist } from '../overview/checklist-state.ts'
import { ChannelStep } from './channel-step.tsx'
import { useSetupMessages } from './messages.ts'
import { MonitorStep } from './monitor-step.tsx'
import { type Step, StepPage } from './step-page.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { CenteredPage } from '../../frame/centered/centered-page.tsx'
import { CenteredForm } from '../../frame/centered/centered-form.tsx'
import { useProblemsOf } from '../../catalog/problems.ts'
import { PasswordField } from '../../parts/form/password-field.tsx'
import { ZoneField, browserZone } from '../../parts/form/zone-field.tsx'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { usePreferences } from '../../preferences.ts'
import { fieldsOf } from '../../parts/form/use-form.tsx'

/** A link with a valid token starts with the account. */
const stepsAfterLink: readonly Step[] = ['you', 'monitor', 'channel']
const allSteps: readonly Step[] = ['token', ...stepsAfterLink]

export function Screen() {
  const t = useSetupMessages()
  const { token: given = '' } = useSearch({ strict: false }) as { token?: string }
  const [token, setToken] = useState(given)
  const [step, setStep] = useState<Exclude<Step, 'token'>>('you')
  const isNew = step === 'you'
  const { data } = useQuery({ ...queryFor('/dashboard/sign-in'), enabled: isNew, staleTime: Infinity })
  const check = useTokenCheck(token, isNew)
  const finish = useFinish()
  if (isNew && data && !data.setup) return <NotFoundPage />
  const steps = given !== '' && token === given && !check.isError ? stepsAfterLink : allSteps
  if (step === 'monitor') return <MonitorStep steps={steps} onDone={() => setStep('channel')} />
  if (step === 'channel') return <ChannelStep steps={steps} onDone={finish} />
  if (token === '' || check.isError)
    return <TokenStep key={token} steps={steps} token={token} error={check.error} onToken={setToken} />
  if (check.isSuccess) return <YouStep steps={steps} token={token} onDone={() => setStep('monitor')} />
  return (
    <CenteredPage title={t.token.title}>
      <Skeleton height="2.75rem" lines={3} />
    </CenteredPage>
  )
}

/** Checked before the form is filled in, not after. */
const useTokenCheck = (token: string, enabled: boolean) =>
  useQuery({
    queryKey: ['setup-token', token],
    queryFn: async () => {
      await client.post('/dashboard/setup/token', { body: { token } })
      return token
    },
    enabled: enabled && token !== '',
    staleTime: Infinity,
    retry: false,
  })

function useFinish(): () => void {
  const navigate = useNavigate()
  return () => {
    openChecklist()
    queries.clear()
    void navigate({ to: '/' })
  }
}

interface TokenStepProps {
  readonly steps: readonly Step[]
  readonly token: string
  /** Why the last token was refused. */
  readonly error: unknown
  readonly onToken: (token: string) => void
}

function TokenStep({ steps, token, error, onToken }: TokenStepProps) {
  const t = useSetupMessages()
  const [typed, setTyped] = useState(token)
  return (
    <StepPage at="token" steps={steps} title={t.token.title} lead={t.token.lead}>
      <CenteredForm
        onSubmit={() => onToken(tokenIn(typed))}
        action={t.goOn}
        error={error}
        known={{ forbidden: t.token.wrong }}
      >
        <TextField
          label={t.token.field}
          hint={t.token.hint}
          mono
          required
          autoFocus
          value={typed}
          onChange={setTyped}
        />
      </CenteredForm>
    </StepPage>
  )
}

/** Also accepts the whole link. */
function tokenIn(text: string): string {
  return /[?#&]token=([^&\s]+)/.exec(text)?.[1] ?? text.trim()
}

interface YouStepProps {
  readonly steps: readonly Step[]
  readonly token: string
  readonly onDone: () => void
}

const emptyAccount = { name: '', email: '', password: '', organization: '', timezone: '' }
type Account = typeof emptyAccount

function YouStep({ steps, token, onDone }: YouStepProps) {
  const t = useSetupMessages()
  const [account, setAccount] = useState<Account>({ ...emptyAccount, timezone: browserZone() })
  const { language } = usePreferences()
  const change = (part: Partial<Account>): void => setAccount({ ...account, ...part })
  const { mutate, isPending, error } = useSingleSubmit({
    mutationFn: () => client.post('/dashboard/setup', { body: { token, ...account, language } }),
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
