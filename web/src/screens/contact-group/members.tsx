import { notifyManager } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Contact, ContactGroupInFull } from '../../api-types.ts'
import { queryFor, client, queries, useList } from '../../api.ts'
import { toast, toastError } from '../../toast.ts'
import { toggled } from '../../toggled.ts'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { createSerialQueue } from '../../serial-queue.ts'
import { Avatar, Card } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { Check, Switch, TextField } from '../../parts/form/field.tsx'
import { useContactGroupMessages } from './messages.ts'
import { invalidate } from '../../invalidation.ts'
import { useAllPages } from '../../parts/use-all-pages.ts'

const maxShown = 200

export function Members({ group, mayWrite }: { group: ContactGroupInFull; mayWrite: boolean }) {
  const t = useContactGroupMessages()
  return (
    <Card title={t.members} flush={!mayWrite}>
      {mayWrite ? (
        <>
          <OrganizationMembers group={group} />
          <MemberChoice group={group} />
        </>
      ) : (
        <ul className="stack p-4">
          {[...group.users, ...group.members].map(({ id, name, email }) => (
            <li key={id}>
              <Person name={name} email={email} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** People of the organization, who need not be contacts. */
function OrganizationMembers({ group: { id, users, ...group } }: { group: ContactGroupInFull }) {
  const t = useContactGroupMessages()
  const people = useList('/users')
  const chosen = users.map((user) => user.id)
  const change = useSingleSubmit({
    mutationFn: (body: { allMembers?: boolean; userIds?: string[] }) =>
      client.patch('/contact-groups/{id}', { params: { id }, body }),
    onSuccess: () => invalidate('contact'),
    onError: toastError,
  })
  return (
    <div className="stack">
      <Switch
        label={t.allMembers}
        hint={t.allMembersHint}
        value={group.all_members}
        disabled={change.isPending}
        onChange={(allMembers) => change.mutate({ allMembers })}
      />
      {!group.all_members && (
        <ul className="stack">
          {people.data?.map((user) => (
            <li key={user.id}>
              <Check
                label={<Person name={user.name} email={user.email} />}
                checked={chosen.includes(user.id)}
                onChange={() => change.mutate({ userIds: toggled(chosen, user.id) })}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function MemberChoice({ group }: { group: ContactGroupInFull }) {
  const t = useContactGroupMessages()
  // The search covers every contact.
  const contacts = useAllPages(useList('/contacts'))
  const [sought, setSought] = useState('')
  // Show a click immediately, until the response replaces it.
  const [pressed, setPressed] = useState<Readonly<Record<string, boolean>>>({})
  const members = new Set(group.members.map(({ id }) => id))
  const [change] = useState(createSerialQueue)
  const matches = ({ name, email }: Contact): boolean => `${name} ${email}`.toLowerCase().includes(sought.toLowerCase())
  return (
    <div className="stack">
      <TextField label={t.find} type="search" value={sought} onChange={setSought} />
      <QueryResult query={contacts}>
        {(all) => {
          if (all.length === 0) return <NoContacts />
          const found = all.filter(matches)
          if (found.length === 0) return <p className="muted">{t.noMatch}</p>
          return (
            <ul className="stack">
              {found.slice(0, maxShown).map((contact) => (
                <li key={contact.id}>
                  <Check
                    label={<Person name={contact.name} email={contact.email} />}
                    checked={pressed[contact.id] ?? members.has(contact.id)}
                    onChange={(on) => void put(contact, on)}
                  />
                </li>
              ))}
            </ul>
          )
        }}
      </QueryResult>
    </div>
  )

  async function put(contact: Contact, on: boolean, undone = false): Promise<void> {
    setPressed((before) => ({ ...before, [contact.id]: on }))
    await change(async () => {
      try {
        await putMember(group, contact, on)
      } finally {
        // Schedule after the query update, so that the box does not flicker.
        notifyManager.schedule(() =>
          setPressed((before) => (before[contact.id] === on ? without(before, contact.id) : before)),
        )
        void invalidate('contact')
      }
    })
    const text = on ? t.added(contact.name, group.name) : t.removed(contact.name, group.name)
    toast(undone ? { text } : { text, undo: () => put(contact, !on, true) })
  }
}

/** Reads the members from the cache, which contains all earlier changes. */
async function putMember(group: ContactGroupInFull, contact: Contact, on: boolean): Promise<void> {
  const { queryKey } = queryFor('/contact-groups/{id}', { params: { id: group.id } })
  const { members } = queries.getQueryData<ContactGroupInFull>(queryKey) ?? group
  const others = members.map(({ id }) => id).filter((id) => id !== contact.id)
  const contactIds = on ? [...others, contact.id] : others
  const now = await client.patch('/contact-groups/{id}', { params: { id: group.id }, body: { contactIds } })
  // A running request may return older data.
  await queries.cancelQueries({ queryKey })
  queries.setQueryData(queryKey, now)
}

function without(pressed: Readonly<Record<string, boolean>>, id: string): Readonly<Record<string, boolean>> {
  const { [id]: _, ...others } = pressed
  return others
}

function NoContacts() {
  const t = useContactGroupMessages()
  return (
    <p className="muted">
      {t.noContacts}{' '}
      <Link className="link" to="/contacts">
        {t.addContact}
      </Link>
    </p>
  )
}

function Person({ name, email }: { name: string; email: string }) {
  return (
    <span className="row">
      <Avatar name={name} small />
      <span className="min-w-0">
        <span className="name">{name}</span>
        <span className="sub">{email}</span>
      </span>
    </span>
  )
}
