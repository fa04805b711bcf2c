// Asks for the organization whose provider signs people in.
import { Link, useSearch } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { CenteredPage } from '../../frame/centered-page.tsx'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { FormError } from '../../parts/form/form-error.tsx'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { beginSingleSignOn } from './begin.ts'
import { useSingleSignOnMessages } from './messages.ts'

export function Screen() {
  const t = useSingleSignOnMessages()
  const { next } = useSearch({ strict: false }) as { next?: string }
  const [organization, setOrganization] = useState('')
  const { mutate, isPending, isSuccess, error } = useSingleSubmit({
    mutationFn: () => beginSingleSignOn(organization, next),
  })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    mutate()
  }
  return (
    <CenteredPage
      title={t.title}
      foot={
        <Link className="link" to="/sign-in" search={next === undefined ? {} : { next }}>
          {t.otherWays}
        </Link>
      }
    >
      <form onSubmit={submit}>
        <TextField
          label={t.organization}
          hint={t.hint}
          required
          autoFocus
          maxLength={320}
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="organization"
          value={organization}
          onChange={setOrganization}
        />
        <FormError error={error} known={{ not_found: t.notFound, unauthorized: t.refused }} />
        <Button type="submit" weight="primary" wide busy={isPending || isSuccess} label={t.go} />
      </form>
    </CenteredPage>
  )
}
