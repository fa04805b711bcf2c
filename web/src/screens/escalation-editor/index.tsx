// Creates or edits an escalation policy.
import { useParams } from '@tanstack/react-router'
import { useResource } from '../../api.ts'
import { NoPermission, ScreenResult } from '../../frame/not-found.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { useCan } from '../../session.ts'
import { usePolicyMessages } from './messages.ts'
import { PolicyForm } from './policy-form.tsx'

export function Screen() {
  const t = usePolicyMessages()
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
  const t = usePolicyMessages()
  const policy = useResource('/escalation-policies/{id}', { params: { id } })
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
