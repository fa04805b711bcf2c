// Members and invitations.
import { useState } from 'react'
import type { Invitation, Member } from '../../api-types.ts'
import { client, useResource } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Avatar, Card, Tag } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { useRoleMessages } from '../../parts/vocabulary/role-messages.ts'
import { OneTimeSecret } from '../../parts/one-time-secret.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { type Role, useCan, useSession } from '../../session.ts'
import { Invite } from './invite.tsx'
import { useMemberMessages } from './member-messages.ts'
import { SettingsPage } from './settings-page.tsx'
import { invalidate } from '../../invalidation.ts'
import { Menu } from '../../parts/overlay/menu.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { confirm } from '../../frame/confirm/confirm.tsx'
import { toastError } from '../../toast.ts'

export function Members() {
  const t = useMemberMessages()
  const can = useCan()
  const query = useResource('/dashboard/members')
  const [inviting, setInviting] = useState(false)
  return (
    <SettingsPage
      section="members"
      actions={
        can('admin') && <Button weight="primary" icon="plus" label={t.invite} onClick={() => setInviting(true)} />
      }
    >
      <Card flush>
        <QueryResult query={query} what={t.failed}>
          {({ data }) => (
            <ul className="list">
              {data.map((member) => (
                <MemberLine key={member.id} member={member} />
              ))}
            </ul>
          )}
        </QueryResult>
      </Card>
      {can('admin') && <Invitations />}
      {inviting && <Invite onClose={() => setInviting(false)} />}
    </SettingsPage>
  )
}

function MemberLine({ member }: { member: Member }) {
  const t = useMemberMessages()
  const roles = useRoleMessages()
  const { user } = useSession()
  const { id, name, email, role, two_factor: twoFactor, email_verified: verified, last_seen_at: seen } = member
  return (
    <li>
      <Avatar name={name} />
      <span className="min-w-0">
        {name} <Tag>{roles[role]}</Tag> {id === user.id && <Tag>{t.you}</Tag>}
        <span className="sub">
          {email} {!verified && `(${t.unverified}) `}· {twoFactor ? t.twoFactor : t.noTwoFactor} ·{' '}
          {seen ? <RelativeTime at={seen} prefix={t.seen} /> : t.neverSeen}
        </span>
      </span>
      <span className="at">{id !== user.id && <MemberMenu member={member} />}</span>
    </li>
  )
}

const choices: readonly Role[] = ['viewer', 'member', 'admin', 'owner']

function MemberMenu({ member: { id, name, role } }: { member: Member }) {
  const t = useMemberMessages()
  const roles = useRoleMessages()
  const can = useCan()
  const [link, setLink] = useState<string | null>(null)
  if (!can('admin') || (role === 'owner' && !can('owner'))) return null
  const change = (next: Role): Promise<unknown> =>
    client.patch('/dashboard/members/{id}', { params: { id }, body: { role: next } })
  const remove = async (): Promise<void> => {
    const question = { title: t.removeTitle(name), text: t.removeText, verb: t.remove(name), typed: name }
    if (await confirm(question)) await client.delete('/dashboard/members/{id}', { params: { id } })
  }
  const reset = async (): Promise<void> => {
    setLink((await client.post('/dashboard/members/{id}/reset-link', { params: { id } })).url)
  }
  const run = (work: () => Promise<unknown>) => (): void =>
    void work()
      .catch(toastError)
      .then(() => invalidate('member'))
  const others = choices.filter((one) => one !== role && (one !== 'owner' || can('owner')))
  return (
    <>
      <Menu
        label={t.actions(name)}
        small
        items={[
          ...others.map((one) => ({ label: t.makeRole(roles[one]), run: run(() => change(one)) })),
          { label: t.resetLink, icon: 'key' as const, run: run(reset) },
          { label: t.remove(name), icon: 'trash' as const, danger: true, run: run(remove) },
        ]}
      />
      {link && (
        <Dialog title={t.resetTitle(name)} onClose={() => setLink(null)}>
          <p className="muted">{t.resetText}</p>
          <OneTimeSecret text={link} label={t.resetLink} />
          <div className="actions justify-end">
            <Button label={t.close} onClick={() => setLink(null)} />
          </div>
        </Dialog>
      )}
    </>
  )
}

function Invitations() {
  const t = useMemberMessages()
  const { data } = useResource('/dashboard/invitations')
  if (!data || data.data.length === 0) return null
  return (
    <Card title={t.invited} flush>
      <ul className="list">
        {data.data.map((invitation) => (
          <InvitationLine key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Card>
  )
}

function InvitationLine({ invitation: { id, email, role, expires_at: expires } }: { invitation: Invitation }) {
  const t = useMemberMessages()
  const roles = useRoleMessages()
  const withdraw = async (): Promise<void> => {
    await client.delete('/dashboard/invitations/{id}', { params: { id } }).catch(toastError)
    await invalidate('invitation')
  }
  return (
    <li>
      <span className="min-w-0">
        {email} <Tag>{roles[role]}</Tag>
        <span className="sub">
          <RelativeTime at={expires} prefix={t.expires} />
        </span>
      </span>
      <span className="at">
        <Button small aria-label={t.withdrawNamed(email)} label={t.withdraw} onClick={() => void withdraw()} />
      </span>
    </li>
  )
}
