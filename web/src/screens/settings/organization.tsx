import { client, useResource } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Card, KeyValue } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { useRoleMessages } from '../../parts/vocabulary/role-messages.ts'
import { useCan, useSession } from '../../session.ts'
import { OrganizationForm } from './organization-form.tsx'
import { SettingsPage } from './settings-page.tsx'
import { useOrganizationMessages } from './messages.ts'
import { reloadAllTabs } from '../../frame/centered/after-sign-in.ts'

export function Organization() {
  const t = useOrganizationMessages()
  const { server } = useSession()
  const isAdmin = useCan()('admin')
  const query = useResource('/dashboard/organization')
  return (
    <SettingsPage section="organization">
      <Card title={t.about}>
        <QueryResult query={query}>
          {(organization) => (
            <div className="stack">
              {isAdmin ? (
                <OrganizationForm organization={organization} />
              ) : (
                <KeyValue
                  rows={[
                    [t.name, organization.name],
                    [t.zone, organization.timezone],
                  ]}
                />
              )}
              <KeyValue
                rows={[
                  [t.slug, organization.slug],
                  [t.version, server.version],
                ]}
              />
            </div>
          )}
        </QueryResult>
      </Card>
      <Organizations />
    </SettingsPage>
  )
}

/** Only for members of several organizations. */
function Organizations() {
  const t = useOrganizationMessages()
  const roles = useRoleMessages()
  const { organization, organizations } = useSession()
  if (organizations.length < 2) return null
  const go = async (organizationId: string): Promise<void> => {
    await client.post('/dashboard/session/organization', { body: { organizationId } })
    reloadAllTabs()
  }
  return (
    <Card title={t.others} flush>
      <ul className="list">
        {organizations.map(({ id, name, role }) => (
          <li key={id}>
            <span className="min-w-0">
              {name}
              <span className="sub">{roles[role]}</span>
            </span>
            <span className="at">
              {id === organization.id ? t.here : <Button small label={t.go} onClick={() => void go(id)} />}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
