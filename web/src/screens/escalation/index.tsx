// Escalation policies: all of them, or one.
import { useNavigate, useParams } from '@tanstack/react-router'
import { useResource, useList } from '../../api.ts'
import { useCommands } from '../../frame/commands.ts'
import { ScreenResult } from '../../frame/not-found.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { ButtonLink } from '../../parts/button.tsx'
import { useCan } from '../../session.ts'
import { OnCallTabs } from '../on-call/on-call-tabs.tsx'
import { useEscalationMessages } from './messages.ts'
import { PolicyCard } from './policy-card.tsx'
import './escalation.css'
import { EmptyState, PagedResult } from '../../parts/content-states.tsx'

export function Screen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  return id === undefined ? <AllPolicies /> : <OnePolicy id={id} />
}

function AllPolicies() {
  const t = useEscalationMessages()
  const mayWrite = useCan()('member')
  const navigate = useNavigate()
  const policies = useList('/escalation-policies')
  const create = (): void => void navigate({ to: '/on-call/escalation/new' })
  useCommands(mayWrite ? [{ label: t.create, keys: 'c', icon: 'plus', run: create }] : [])
  const count = policies.data?.length
  const link = mayWrite && <ButtonLink weight="primary" icon="plus" label={t.create} to="/on-call/escalation/new" />
  return (
    <>
      <PageHead
        title={count === undefined ? t.heading : count === 0 ? t.none : t.title(count)}
        actions={count !== 0 && link}
      />
      <OnCallTabs />
      <div className="stack">
        <PagedResult
          query={policies}
          what={t.couldNotLoad}
          empty={<EmptyState title={t.emptyTitle} text={t.emptyText} action={link} docs="on-call" />}
        >
          {(data) => (
            <div className="card-grid wide-cards">
              {data.map((policy) => (
                <PolicyCard key={policy.id} policy={policy} />
              ))}
            </div>
          )}
        </PagedResult>
      </div>
    </>
  )
}

function OnePolicy({ id }: { id: string }) {
  const t = useEscalationMessages()
  const policy = useResource('/escalation-policies/{id}', { params: { id } })
  return (
    <ScreenResult query={policy} item="policy" what={t.couldNotLoad}>
      {(data) => (
        <>
          <PageHead
            title={data.name}
            crumbs={[{ label: t.heading, link: { to: '/on-call/escalation' } }, { label: data.name }]}
          />
          <PolicyCard policy={data} />
        </>
      )}
    </ScreenResult>
  )
}
