import { useSession } from '../../session.ts'
import { SettingsPage } from '../settings/settings-page.tsx'
import { Passkeys } from './passkeys.tsx'
import { ChangePassword } from './change-password.tsx'
import { ProviderNote } from './provider-note.tsx'
import { TwoFactor } from './two-factor.tsx'
import { client, useResource } from '../../api.ts'
import { errorText } from '../../error-text.ts'
import { toast } from '../../toast.ts'
import { Button } from '../../parts/button.tsx'
import { Card, Tag } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { browserIn } from './browser-in.ts'
import { useSecurityMessages } from './security-messages.ts'
import { invalidate } from '../../invalidation.ts'
import { goToSignIn } from '../../frame/centered/after-sign-in.ts'
import { confirm } from '../../frame/confirm/confirm.tsx'

export function Security() {
  const { rights } = useSession()
  return (
    <SettingsPage section="security">
      {rights.credentials ? (
        <>
          <ChangePassword />
          <TwoFactor />
          <Passkeys />
        </>
      ) : (
        <ProviderNote about="security" />
      )}
      <Sessions />
    </SettingsPage>
  )
}

function Sessions() {
  const t = useSecurityMessages()
  const query = useResource('/dashboard/me/sessions')
  const complain = (error: Error): void => toast({ text: errorText(error), tone: 'error' })
  const end = async (id: string): Promise<void> => {
    await client.delete('/dashboard/me/sessions/{id}', { params: { id } }).catch(complain)
    await invalidate('signedInSession')
  }
  const leaveAll = async (): Promise<void> => {
    const { everywhere: verb, everywhereTitle: title, everywhereText: text } = t.sessions
    if (!(await confirm({ title, text, verb }))) return
    await client.post('/dashboard/sign-out/everywhere')
    goToSignIn()
  }
  return (
    <Card
      title={t.sessions.title}
      flush
      end={<Button small label={t.sessions.everywhere} onClick={() => void leaveAll().catch(complain)} />}
    >
      <QueryResult query={query}>
        {({ data }) => (
          <ul className="list">
            {data.map(({ id, current, ip_address: ip, user_agent: agent, last_seen_at: seen }) => (
              <li key={id}>
                <span className="min-w-0">
                  {browserIn(agent) ?? t.sessions.unknown} {current && <Tag>{t.sessions.current}</Tag>}
                  <span className="sub">
                    {ip && `${ip} · `}
                    <RelativeTime at={seen} />
                  </span>
                </span>
                {!current && (
                  <span className="at">
                    <Button small label={t.sessions.end} onClick={() => void end(id)} />
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryResult>
    </Card>
  )
}
