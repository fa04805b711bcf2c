import { type SubmitEvent, useState } from 'react'
import { ApiError, client } from '../../api.ts'
import { useProblemsOf } from '../../catalog/problems.ts'
import { useMessages } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { FormError } from '../../parts/form/form-error.tsx'
import { PasswordField } from '../../parts/form/password-field.tsx'
import { ZoneField, browserZone } from '../../parts/form/zone-field.tsx'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { setupMessages } from './messages.ts'
import { StepPage } from './step-page.tsx'

interface YouStepProps {
  readonly token: string
  readonly onDone: () => void
  /** The token was wrong. */
  readonly onOther: () => void
}

export function YouStep({ token, onDone, onOther }: YouStepProps) {
  const t = useMessages(setupMessages)
  const [you, setYou] = useState({ name: '', email: '', password: '', organization: '', timezone: browserZone() })
  const change = (part: Partial<typeof you>): void => setYou({ ...you, ...part })
  const { mutate, isPending, error } = useSingleSubmit({
    mutationFn: () => client.post('/dashboard/setup', { body: { token, ...you } }),
    onSuccess: onDone,
  })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    mutate()
  }
  const errors = useProblemsOf(error)
  return (
    <StepPage at={2} title={t.you.title} lead={t.you.lead}>
      <form onSubmit={submit}>
        <TextField
          label={t.you.name}
          value={you.name}
          error={errors['name']}
          required
          autoFocus
          maxLength={100}
          autoComplete="name"
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextField
          label={t.you.email}
          value={you.email}
          error={errors['email']}
          type="email"
          required
          autoComplete="username"
          onChange={(event) => change({ email: event.target.value })}
        />
        <PasswordField
          label={t.you.password}
          value={you.password}
          error={errors['password']}
          fresh
          onChange={(password) => change({ password })}
        />
        <TextField
          label={t.you.organization}
          hint={t.you.organizationHint}
          value={you.organization}
          error={errors['organization']}
          required
          maxLength={100}
          autoComplete="organization"
          onChange={(event) => change({ organization: event.target.value })}
        />
        <ZoneField
          label={t.you.zone}
          value={you.timezone}
          error={errors['timezone']}
          onChange={(timezone) => change({ timezone })}
        />
        {Object.keys(errors).length === 0 && <FormError error={error} known={{ forbidden: t.you.wrongToken }} />}
        {error instanceof ApiError && error.code === 'forbidden' && (
          <Button wide onClick={onOther}>
            {t.you.otherToken}
          </Button>
        )}
        <Button type="submit" weight="primary" wide busy={isPending}>
          {t.you.create}
        </Button>
      </form>
    </StepPage>
  )
}
