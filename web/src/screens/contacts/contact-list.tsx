import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Contact } from '../../api-types.ts'
import { client } from '../../api.ts'
import { usePreferences } from '../../preferences.ts'
import { listOf } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { Avatar, Card, Tag } from '../../parts/card.tsx'
import { useCan } from '../../session.ts'
import { ContactForm } from './contact-form.tsx'
import { useContactMessages } from './messages.ts'
import { Table } from '../../parts/table.tsx'
import { EmptyState, PagedResult } from '../../parts/content-states.tsx'
import { Menu } from '../../parts/overlay/menu.tsx'
import { confirmDeletion } from '../../frame/confirm/confirm-deletion.ts'

type Contacts = UseInfiniteQueryResult<Contact[]>

export function ContactList({ contacts, onAdd }: { contacts: Contacts; onAdd: () => void }) {
  const t = useContactMessages()
  const mayWrite = useCan()('member')
  const [edited, setEdited] = useState<Contact | null>(null)
  return (
    <>
      <PagedResult
        query={contacts}
        what={t.couldNotLoad}
        empty={
          <EmptyState
            title={t.emptyContacts}
            text={t.emptyContactsGives}
            docs="contacts"
            action={mayWrite && <Button weight="primary" label={t.newContact} onClick={onAdd} />}
          />
        }
      >
        {(data) => (
          <Card flush>
            <Table columns={[t.name, t.phone, t.groups, mayWrite && { label: t.actionsHead, isHidden: true }]} stacked>
              {data.map((contact) => (
                <Row key={contact.id} contact={contact} onEdit={mayWrite ? () => setEdited(contact) : undefined} />
              ))}
            </Table>
          </Card>
        )}
      </PagedResult>
      {edited && <ContactForm contact={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function Row({ contact, onEdit }: { contact: Contact; onEdit: (() => void) | undefined }) {
  const t = useContactMessages()
  const { language } = usePreferences()
  const remove = async (): Promise<void> => {
    const { id, name, groups } = contact
    const affected = listOf(
      language,
      groups.map((group) => group.name),
    )
    await confirmDeletion({
      name,
      text: t.deleteText(affected),
      request: () => client.delete('/contacts/{id}', { params: { id } }),
      stale: ['contact'],
    })
  }
  return (
    <tr>
      <td>
        <span className="row">
          <Avatar name={contact.name} small />
          <span className="min-w-0">
            <span className="name">{contact.name}</span>
            <span className="sub">{contact.email}</span>
          </span>
        </span>
      </td>
      <td className="num">{contact.phone}</td>
      <td>
        <span className="row wrap">
          {contact.groups.map((group) => (
            <Tag key={group.id}>{group.name}</Tag>
          ))}
        </span>
      </td>
      {onEdit && (
        <td className="right">
          <Menu
            small
            weight="ghost"
            label={t.actions(contact.name)}
            items={[
              { label: t.edit(contact.name), icon: 'edit', run: onEdit },
              { label: t.delete, icon: 'trash', danger: true, run: () => void remove() },
            ]}
          />
        </td>
      )}
    </tr>
  )
}
