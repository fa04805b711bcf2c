// Asks for the organization whose provider signs people in.
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { TextField } from '../../parts/form/field.tsx'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { beginSingleSignOn } from './begin.ts'
import { useSingleSignOnMessages } from './messages.ts'
import { CenteredPage } from '../../frame/centered/centered-page.tsx'
import { CenteredForm } from '../../frame/centered/centered-form.tsx'

export function Screen() {
  const t = useSingleSignOnMessages()
  const { next } = useSearch({ strict: false }) as { next?: string }
  const [organization, setOrganization] = useState('')
  const { mutate, isPending, isSuccess, error } = useSingleSubmit({
    mutationFn: () => beginSingleSignOn(organization, next),
  })
  return (
    <CenteredPage
      title={t.title}
      foot={
        <Link className="link" to="/sign-in" search={next === undefined ? {} : { next }}>
          {t.otherWays}
        </Link>
      }
    >
      <CenteredForm
        onSubmit={() => mutate()}
        action={t.go}
        busy={isPending || isSuccess}
        error={error}
        known={{ not_found: t.notFound, unauthorized: t.refused }}
      >
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
      </CenteredForm>
    </CenteredPage>
  )
}
