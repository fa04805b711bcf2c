// One group: who is in it, and what happens to its alerts.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ContactGroupInFull } from '../../../../sdk/api.ts'
import { ApiError, ask, client, evenIfGone, refresh } from '../../api.ts'
import { confirm } from '../../frame/confirm.tsx'
import { useGoOn } from '../../frame/go-on.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { toast } from '../../frame/toasts.tsx'
import { useMessages } from '../../messages.ts'
import { Button } from '../../parts/button.tsx'
import { Tag } from '../../parts/card.tsx'
import { Loaded } from '../../parts/content-states.tsx'
import { useCan } from '../../session.ts'
import { About } from './about.tsx'
import { Members } from './members.tsx'
import { words } from './messages.ts'

export function Screen() {
  const say = useMessages(words)
  const { id } = useParams({ strict: false }) as { id: string }
  const group = useQuery(ask('/contact-groups/{id}', { params: { id } }))
  return (
    <Loaded query={group} what={say.couldNotLoad}>
      {(data) => <Group key={data.id} group={data} />}
    </Loaded>
  )
}

function Group({ group }: { group: ContactGroupInFull }) {
  const say = useMessages(words)
  const mayWrite = useCan()('member')
  const remove = useRemove(group)
  return (
    <>
      <PageHead
        title={group.name}
        beside={group.is_default && <Tag>{say.default}</Tag>}
        crumbs={[
          { label: say.contacts, link: { to: '/contacts' } },
          { label: say.groups, link: { to: '/contacts/groups' } },
          { label: group.name },
        ]}
        actions={
          mayWrite &&
          !group.is_default && (
            <Button icon="trash" onClick={() => void remove()}>
              {say.delete}
            </Button>
          )
        }
      >
        {group.member_count > 0 ? say.context(group.member_count) : say.nobodyYet}
      </PageHead>
      <div className="cols">
        <Members group={group} mayWrite={mayWrite} />
        <About group={group} mayWrite={mayWrite} />
      </div>
    </>
  )
}

/** A group in use goes only with a second yes, which says what goes with it. */
function useRemove({ id, name }: ContactGroupInFull): () => Promise<void> {
  const say = useMessages(words)
  const goOn = useGoOn()
  const question = { title: say.deleteTitle(name), text: say.deleteText, verb: say.deleteVerb(name) }
  return async () => {
    if (!(await confirm(question))) return
    const used = await evenIfGone(client.delete('/contact-groups/{id}', { params: { id } }))
      .then(() => null)
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'conflict') return error.message
        throw error
      })
    if (used !== null) {
      if (!(await confirm({ ...question, text: used, verb: say.forceVerb }))) return
      await client.delete('/contact-groups/{id}', { params: { id }, query: { force: 'true' } })
    }
    toast({ text: say.deleted(name) })
    await goOn({ to: '/contacts/groups' })
    await refresh('/contact')
  }
}
