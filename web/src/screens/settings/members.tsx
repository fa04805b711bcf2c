// Who belongs to the organization, who was invited, and how others come in.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitation, Member } from '../../../../sdk/api.ts'
import { ask, client, refresh } from '../../api.ts'
import { errorText } from '../../error-text.ts'
import { confirm } from '../../frame/confirm.tsx'
import { toast } from '../../frame/toasts.tsx'
import { useMessages } from '../../messages.ts'
import { Button } from '../../parts/button.tsx'
import { Avatar, Card, Tag } from '../../parts/card.tsx'
import { Loaded } from '../../parts/content-states.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Menu } from '../../parts/menu.tsx'
import { roleWords } from '../../parts/words/role-words.ts'
import { ShownOnce } from '../../parts/shown-once.tsx'
import { Ago } from '../../parts/time.tsx'
import { type Role, useCan, useSession } from '../../session.ts'
import { Invite } from './invite.tsx'
import { memberWords } from './member-messages.ts'
import { SettingsPage } from './settings-page.tsx'

export function Members() {
  const say = useMessages(memberWords)
  const can = useCan()
  const query = useQuery(ask('/dashboard/members'))
  const [inviting, setInviting] = useState(false)
  return (
    <SettingsPage
      section="members"
      actions={
        can('admin') && (
          <Button weight="primary" icon="plus" onClick={() => setInviting(true)}>
            {say.invite}
          </Button>
        )
      }
    >
      <Card flush>
        <Loaded query={query} what={say.failed}>
          {({ data }) => (
            <ul className="list">
              {data.map((member) => (
                <MemberLine key={member.id} member={member} />
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
      {can('admin') && <Invitations />}
      {inviting && <Invite onClose={() => setInviting(false)} />}
    </SettingsPage>
  )
}

function MemberLine({ member }: { member: Member }) {
  const say = useMessages(memberWords)
  const roles = useMessages(roleWords)
  const { user } = useSession()
  const { id, name, email, role, two_factor: twoFactor, email_verified: verified, last_seen_at: seen } = member
  return (
    <li>
      <Avatar name={name} />
      <span className="min-w-0">
        {name} <Tag>{roles[role]}</Tag> {id === user.id && <Tag>{say.you}</Tag>}
        <span className="sub">
          {email} {!verified && `(${say.unverified}) `}· {twoFactor ? say.twoFactor : say.noTwoFactor} ·{' '}
          {seen ? <Ago at={seen} prefix={say.seen} /> : say.neverSeen}
        </span>
      </span>
      <span className="at">{id !== user.id && <MemberMenu member={member} />}</span>
    </li>
  )
}

const choices: readonly Role[] = ['viewer', 'member', 'admin', 'owner']

function MemberMenu({ member: { id, name, role } }: { member: Member }) {
  const say = useMessages(memberWords)
  const roles = useMessages(roleWords)
  const can = useCan()
  const [link, setLink] = useState<string | null>(null)
  if (!can('admin') || (role === 'owner' && !can('owner'))) return null
  const change = (next: Role): Promise<unknown> =>
    client.patch('/dashboard/members/{id}', { params: { id }, body: { role: next } })
  const remove = async (): Promise<void> => {
    const question = { title: say.removeTitle(name), text: say.removeText, verb: say.remove(name), typed: name }
    if (await confirm(question)) await client.delete('/dashboard/members/{id}', { params: { id } })
  }
  const reset = async (): Promise<void> => {
    setLink((await client.post('/dashboard/members/{id}/reset-link', { params: { id } })).url)
  }
  const run = (work: () => Promise<unknown>) => (): void =>
    void work()
      .catch((error: Error) => toast({ text: errorText(error), tone: 'error' }))
      .then(() => refresh('/dashboard/members'))
  const others = choices.filter((one) => one !== role && (one !== 'owner' || can('owner')))
  return (
    <>
      <Menu
        label={say.actions(name)}
        small
        items={[
          ...others.map((one) => ({ label: say.makeRole(roles[one]), run: run(() => change(one)) })),
          { label: say.resetLink, icon: 'key' as const, run: run(reset) },
          { label: say.remove(name), icon: 'trash' as const, danger: true, run: run(remove) },
        ]}
      />
      {link && (
        <Dialog title={say.resetTitle(name)} onClose={() => setLink(null)}>
          <p className="muted">{say.resetText}</p>
          <ShownOnce text={link} label={say.resetLink} />
          <div className="actions justify-end">
            <Button onClick={() => setLink(null)}>{say.close}</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

function Invitations() {
  const say = useMessages(memberWords)
  const { data } = useQuery(ask('/dashboard/invitations'))
  if (!data || data.data.length === 0) return null
  return (
    <Card title={say.invited} flush>
      <ul className="list">
        {data.data.map((invitation) => (
          <InvitationLine key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Card>
  )
}

function InvitationLine({ invitation: { id, email, role, expires_at: expires } }: { invitation: Invitation }) {
  const say = useMessages(memberWords)
  const roles = useMessages(roleWords)
  const withdraw = async (): Promise<void> => {
    await client
      .delete('/dashboard/invitations/{id}', { params: { id } })
      .catch((error: Error) => toast({ text: errorText(error), tone: 'error' }))
    await refresh('/dashboard/invitations')
  }
  return (
    <li>
      <span className="min-w-0">
        {email} <Tag>{roles[role]}</Tag>
        <span className="sub">
          <Ago at={expires} prefix={say.expires} />
        </span>
      </span>
      <span className="at">
        <Button small aria-label={say.withdrawNamed(email)} onClick={() => void withdraw()}>
          {say.withdraw}
        </Button>
      </span>
    </li>
  )
}
