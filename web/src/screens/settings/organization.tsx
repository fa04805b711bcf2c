import { useQuery } from '@tanstack/react-query'
import { ask, client } from '../../api.ts'
import { reloadAllTabs } from '../../frame/after-sign-in.ts'
import { useMessages } from '../../messages.ts'
import { Button } from '../../parts/button.tsx'
import { Card, KeyValue } from '../../parts/card.tsx'
import { Loaded } from '../../parts/content-states.tsx'
import { roleWords } from '../../parts/words/role-words.ts'
import { useCan, useSession } from '../../session.ts'
import { OrganizationForm } from './organization-form.tsx'
import { SettingsPage } from './settings-page.tsx'
import { organizationMessages } from './messages.ts'

export function Organization() {
  const say = useMessages(organizationMessages)
  const { server } = useSession()
  const isAdmin = useCan()('admin')
  const query = useQuery(ask('/dashboard/organization'))
  return (
    <SettingsPage section="organization">
      <Card title={say.about}>
        <Loaded query={query}>
          {(organization) => (
            <div className="stack">
              {isAdmin ? (
                <OrganizationForm organization={organization} />
              ) : (
                <KeyValue
                  rows={[
                    [say.name, organization.name],
                    [say.zone, organization.timezone],
                  ]}
                />
              )}
              <KeyValue
                rows={[
                  [say.slug, organization.slug],
                  [say.version, server.version],
                ]}
              />
            </div>
          )}
        </Loaded>
      </Card>
      <PlanCard />
      <Organizations />
    </SettingsPage>
  )
}

const counted = ['monitors', 'users', 'notification_channels'] as const

function PlanCard() {
  const say = useMessages(organizationMessages)
  const query = useQuery(ask('/plan'))
  return (
    <Card title={say.plan}>
      <Loaded query={query}>
        {(plan) => (
          <KeyValue
            rows={counted.map((key) => {
              const limit = plan.limits?.[key] ?? -1
              return [say.limits[key], limit < 0 ? say.usedOf(plan.usage[key]) : say.used(plan.usage[key], limit)]
            })}
          />
        )}
      </Loaded>
    </Card>
  )
}

/** Only for who belongs to several. */
function Organizations() {
  const say = useMessages(organizationMessages)
  const roles = useMessages(roleWords)
  const { organization, organizations } = useSession()
  if (organizations.length < 2) return null
  const go = async (organizationId: string): Promise<void> => {
    await client.post('/dashboard/session/organization', { body: { organizationId } })
    reloadAllTabs()
  }
  return (
    <Card title={say.others} flush>
      <ul className="list">
        {organizations.map(({ id, name, role }) => (
          <li key={id}>
            <span className="min-w-0">
              {name}
              <span className="sub">{roles[role]}</span>
            </span>
            <span className="at">
              {id === organization.id ? (
                say.here
              ) : (
                <Button small onClick={() => void go(id)}>
                  {say.go}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
