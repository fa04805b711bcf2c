// Creates or edits an escalation policy.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { queryFor } from '../../api.ts'
import { NoPermission, ScreenResult } from '../../frame/not-found.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { useMessages } from '../../i18n.ts'
import { useCan } from '../../session.ts'
import { policyMessages } from './messages.ts'
import { PolicyForm } from './policy-form.tsx'

export function Screen() {
  const t = useMessages(policyMessages)
  const { id } = useParams({ strict: false }) as { id?: string }
  if (!useCan()('member')) return <NoPermission />
  if (id !== undefined) return <ExistingPolicy id={id} />
  return (
    <>
      <PageHead
        title={t.newTitle}
        crumbs={[{ label: t.escalation, link: { to: '/on-call/escalation' } }, { label: t.newTitle }]}
      />
      <PolicyForm />
    </>
  )
}

function ExistingPolicy({ id }: { id: string }) {
  const t = useMessages(policyMessages)
  const policy = useQuery(queryFor('/escalation-policies/{id}', { params: { id } }))
  return (
    <ScreenResult query={policy} item="policy" what={t.couldNotLoad}>
      {(data) => (
        <>
          <PageHead
            title={t.editTitle(data.name)}
            crumbs={[{ label: t.escalation, link: { to: '/on-call/escalation' } }, { label: data.name }]}
          />
          <PolicyForm key={data.id} policy={data} />
        </>
      )}
    </ScreenResult>
  )
}
