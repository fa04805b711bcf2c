// A contact group: members and escalation.
import { useParams } from '@tanstack/react-router'
import type { ContactGroupInFull } from '../../api-types.ts'
import { ApiError, client, ignoreNotFound, useResource } from '../../api.ts'
import { confirm } from '../../frame/confirm.tsx'
import { useNavigateIfMounted } from '../../frame/navigate-if-mounted.ts'
import { ScreenResult } from '../../frame/not-found.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { toast } from '../../toast.ts'
import { Button } from '../../parts/button.tsx'
import { Tag } from '../../parts/card.tsx'
import { ManagedNote } from '../../parts/managed-note.tsx'
import { useCan } from '../../session.ts'
import { About } from './about.tsx'
import { Members } from './members.tsx'
import { useContactGroupMessages } from './messages.ts'
import { invalidate } from '../../invalidation.ts'

export function Screen() {
  const t = useContactGroupMessages()
  const { id } = useParams({ strict: false }) as { id: string }
  const group = useResource('/contact-groups/{id}', { params: { id } })
  return (
    <ScreenResult query={group} item="group" what={t.couldNotLoad}>
      {(data) => <Group key={data.id} group={data} />}
    </ScreenResult>
  )
}

function Group({ group }: { group: ContactGroupInFull }) {
  const t = useContactGroupMessages()
  const mayWrite = useCan()('member')
  const remove = useRemove(group)
  return (
    <>
      <PageHead
        title={group.name}
        beside={group.is_default && <Tag>{t.default}</Tag>}
        crumbs={[
          { label: t.contacts, link: { to: '/contacts' } },
          { label: t.groups, link: { to: '/contacts/groups' } },
          { label: group.name },
        ]}
        actions={
          mayWrite &&
          !group.is_default && (
            <Button icon="trash" onClick={() => void remove()}>
              {t.delete}
            </Button>
          )
        }
      >
        {group.member_count > 0 ? t.context(group.member_count) : t.nobodyYet}
      </PageHead>
      <ManagedNote managed={group.managed} />
      <div className="cols">
        <Members group={group} mayWrite={mayWrite} />
        <About group={group} mayWrite={mayWrite} />
      </div>
    </>
  )
}

/** Asks a second time if the group is in use, and says where. */
function useRemove({ id, name }: ContactGroupInFull): () => Promise<void> {
  const t = useContactGroupMessages()
  const navigateIfMounted = useNavigateIfMounted()
  const question = { title: t.deleteTitle(name), text: t.deleteText, verb: t.deleteVerb(name) }
  return async () => {
    if (!(await confirm(question))) return
    const used = await ignoreNotFound(client.delete('/contact-groups/{id}', { params: { id } }))
      .then(() => null)
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'conflict') return error.message
        throw error
      })
    if (used !== null) {
      if (!(await confirm({ ...question, text: used, verb: t.forceVerb }))) return
      await client.delete('/contact-groups/{id}', { params: { id }, query: { force: 'true' } })
    }
    toast({ text: t.deleted(name) })
    await navigateIfMounted({ to: '/contacts/groups' })
    await invalidate('contact')
  }
}
