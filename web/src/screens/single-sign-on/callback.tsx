// Where a provider sends the browser back to: finishes the sign-in, or shows the result of a test.
import { useMutation } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type AnswerOf, client } from '../../api.ts'
import { KeyValue } from '../../parts/card.tsx'
import { FormError } from '../../parts/form/form-error.tsx'
import { useRoleMessages } from '../../parts/vocabulary/role-messages.ts'
import { takeNext } from './begin.ts'
import { useSingleSignOnMessages } from './messages.ts'
import { CenteredPage } from '../../frame/centered/centered-page.tsx'
import { useAfterSignIn } from '../../frame/centered/after-sign-in.ts'

type TestResult = NonNullable<AnswerOf<'/dashboard/sign-in/single-sign-on/finish', 'post'>['test']>

export function Screen() {
  const t = useSingleSignOnMessages()
  const { data, error } = useFinish()
  if (data?.test) return <Tested result={data.test} />
  if (!error) return <CenteredPage title={t.signingIn} />
  return (
    <CenteredPage
      title={t.failed}
      foot={
        <Link className="link" to="/sign-in">
          {t.again}
        </Link>
      }
    >
      <FormError error={error} known={{ unauthorized: t.refused }} />
    </CenteredPage>
  )
}

/** Sends the response once, and removes it from the address and the history. */
function useFinish() {
  const { organization = '' } = useParams({ strict: false }) as { organization?: string }
  const isSent = useRef(false)
  const [next] = useState(takeNext)
  const afterSignIn = useAfterSignIn(next)
  const finish = useMutation({
    mutationFn: (query: string) =>
      client.post('/dashboard/sign-in/single-sign-on/finish', { body: { organization, query } }),
    onSuccess: async ({ status }) => {
      if (status === 'signed_in') await afterSignIn({ status })
    },
  })
  const { mutate } = finish
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    const query = location.search.slice(1)
    history.replaceState(history.state, '', location.pathname)
    mutate(query)
  }, [mutate])
  return finish
}

function Tested({ result: { email, name, groups, role } }: { result: TestResult }) {
  const t = useSingleSignOnMessages()
  const roles = useRoleMessages()
  return (
    <CenteredPage
      title={t.tested}
      lead={t.testedLead}
      foot={
        <Link className="link" to="/settings/$section" params={{ section: 'single-sign-on' }}>
          {t.toSettings}
        </Link>
      }
    >
      <KeyValue
        rows={[
          [t.email, email],
          [t.name, name],
          [t.groups, groups.join(', ') || t.noGroups],
          [t.role, roles[role]],
        ]}
      />
    </CenteredPage>
  )
}
