// Contacts and contact groups.
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useList } from '../../api.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { useCommands } from '../../frame/commands.ts'
import { Button } from '../../parts/button.tsx'
import { Tabs } from '../../parts/choose.tsx'
import { useCan } from '../../session.ts'
import { ContactForm } from './contact-form.tsx'
import { ContactList } from './contact-list.tsx'
import { GroupForm } from './group-form.tsx'
import { GroupList } from './group-list.tsx'
import { ImportForm } from './import-form.tsx'
import { useContactMessages } from './messages.ts'

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
              {!onGroups && <Button onClick={importing.run}>{t.importCsv}</Button>}
              <Button weight="primary" icon="plus" onClick={add}>
                {addWord}
              </Button>
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
