// Contacts and contact groups.
import { useLocation, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useList, client, ApiError } from '../../api.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { useCommands } from '../../frame/commands.ts'
import { Button } from '../../parts/button.tsx'
import { Tabs } from '../../parts/choose.tsx'
import { useCan } from '../../session.ts'
import { ContactForm } from './contact-form.tsx'
import { ContactList } from './contact-list.tsx'
import { useContactMessages } from './messages.ts'
import { useNavigateIfMounted } from '../../frame/navigate-if-mounted.ts'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { TextField, TextArea } from '../../parts/form/field.tsx'
import { invalidate } from '../../invalidation.ts'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ContactGroup } from '../../api-types.ts'
import { Card, Tag } from '../../parts/card.tsx'
import { Table, right } from '../../parts/table.tsx'
import { errorText } from '../../error-text.ts'
import { toast } from '../../toast.ts'
import { parseContacts } from './csv.ts'
import { useFormSubmit, useForm } from '../../parts/form/use-form.tsx'
import { PagedResult } from '../../parts/content-states.tsx'

type OpenDialog = 'contact' | 'group' | 'import' | null

export function Screen(): ReactNode {
  const t = useContactMessages()
  const onGroups: boolean = useLocation().pathname.startsWith('/contacts/groups')
  const contacts = useList('/contacts')
  const groups = useList('/contact-groups')
  const [open, setOpen] = useState<OpenDialog>(null)
  const mayWrite = useCan()('member')
  const add = (): void => setOpen(onGroups ? 'group' : 'contact')
  const addWord = onGroups ? t.newGroup : t.newContact
  const importing = { label: t.importCsv, run: () => setOpen('import') }
  useCommands(mayWrite ? [{ label: addWord, keys: 'c', icon: 'plus', run: add }, ...(onGroups ? [] : [importing])] : [])
  return (
    <>
      <PageHead
        title={titleOf()}
        actions={
          mayWrite && (
            <>
              {!onGroups && <Button label={t.importCsv} onClick={importing.run} />}
              <Button weight="primary" icon="plus" label={addWord} onClick={add} />
            </>
          )
        }
      />
      <Tabs
        label={t.tabs}
        tabs={[
          { label: t.contacts, count: contacts.data?.length, current: !onGroups, link: { to: '/contacts' } },
          { label: t.groups, count: groups.data?.length, current: onGroups, link: { to: '/contacts/groups' } },
        ]}
      />
      {onGroups ? <GroupList groups={groups} /> : <ContactList contacts={contacts} onAdd={add} />}
      {open === 'contact' && <ContactForm onClose={() => setOpen(null)} />}
      {open === 'group' && <GroupForm onClose={() => setOpen(null)} />}
      {open === 'import' && <ImportForm onClose={() => setOpen(null)} />}
    </>
  )

  function titleOf(): string {
    if (!contacts.data || !groups.data) return t.contacts
    return contacts.data.length > 0 ? t.title(contacts.data.length, groups.data.length) : t.nobody
  }
}

/** Creates a group; members are added on its own screen. */
function GroupForm({ onClose }: { onClose: () => void }) {
  const t = useContactMessages()
  const navigateIfMounted = useNavigateIfMounted()
  const { field, ...saving } = useForm({ name: '', description: '' }, async ({ name, description }) => {
    const { id } = await client.post('/contact-groups', { body: { name, description: description || null } })
    void invalidate('contact')
    await navigateIfMounted({ to: '/contacts/groups/$id', params: { id } })
    onClose()
  })
  return (
    <DialogForm title={t.newGroup} saving={saving} action={t.createGroup} onClose={onClose}>
      <TextField label={t.name} {...field('name')} />
      <TextField label={t.description} note={t.optional} {...field('description')} />
    </DialogForm>
  )
}

function GroupList({ groups }: { groups: UseInfiniteQueryResult<ContactGroup[]> }) {
  const t = useContactMessages()
  return (
    <PagedResult query={groups} what={t.couldNotLoadGroups} empty={null}>
      {(data) => (
        <Card flush>
          <Table columns={[t.name, right(t.members), t.policy]} stacked>
            {data.map((group) => (
              <tr key={group.id}>
                <td>
                  <span className="row">
                    <Link className="name" to="/contacts/groups/$id" params={{ id: group.id }}>
                      {group.name}
                    </Link>
                    {group.is_default && <Tag>{t.default}</Tag>}
                  </span>
                  {group.description && <span className="sub">{group.description}</span>}
                </td>
                <td className="right num" data-label={t.members}>
                  {group.member_count}
                </td>
                <td data-label={t.policy}>
                  {group.escalation_policy?.name ?? <span className="faint">{t.none}</span>}
                </td>
              </tr>
            ))}
          </Table>
        </Card>
      )}
    </PagedResult>
  )
}

function ImportForm({ onClose }: { onClose: () => void }) {
  const t = useContactMessages()
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<readonly string[]>([])
  const { contacts, incomplete } = parseContacts(text)
  const saving = useFormSubmit(async () => {
    const failures: string[] = []
    const left: string[] = []
    for (const { line, ...body } of contacts)
      await client.post('/contacts', { body }).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        failures.push(t.importFailed(body.name, errorText(error)))
        left.push(line)
      })
    const added = contacts.length - failures.length
    if (added > 0) toast({ text: t.imported(added) })
    await invalidate('contact')
    setRefused(failures)
    // Keep only the failed lines, so that a retry adds nobody twice.
    setText(left.join('\n'))
    if (failures.length === 0) onClose()
  })
  return (
    <DialogForm
      title={t.importTitle}
      saving={saving}
      action={t.importVerb(contacts.length)}
      disabled={contacts.length === 0 || incomplete.length > 0}
      wide
      held
      onClose={onClose}
    >
      <TextArea
        label={t.importLabel}
        hint={t.importHint}
        error={incomplete.map((line) => t.importBad(line, t.importMissing)).join(' ') || undefined}
        mono
        rows={10}
        value={text}
        placeholder={'Mara Lindqvist, mara@example.com, +46 8 5050 1000'}
        onChange={setText}
      />
      {refused.length > 0 && (
        <div className="error" role="alert">
          {refused.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
    </DialogForm>
  )
}
