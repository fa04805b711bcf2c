// The status pages of the organization.
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { StatusPageListed } from '../../api-types.ts'
import { useResource, client } from '../../api.ts'
import { useCommands } from '../../frame/commands.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { Button } from '../../parts/button.tsx'
import { Card, Tag } from '../../parts/card.tsx'
import { EmptyState, QueryResult } from '../../parts/content-states.tsx'
import type { State } from '../../parts/states.ts'
import { StatusWord } from '../../parts/status-mark.tsx'
import { useCan } from '../../session.ts'
import { useStatusPagesMessages } from './messages.ts'
import { Table, right } from '../../parts/table.tsx'
import { useNavigateIfMounted } from '../../frame/navigate-if-mounted.ts'
import { invalidate } from '../../invalidation.ts'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { Switch, TextField } from '../../parts/form/field.tsx'
import { toast } from '../../toast.ts'
import { slugOf } from './slug.ts'
import { useForm } from '../../parts/form/use-form.tsx'

export function Screen(): ReactNode {
  const t = useStatusPagesMessages()
  const pages = useResource('/status-pages')
  const mayWrite = useCan()('member')
  const [isAdding, setIsAdding] = useState(false)
  const add = (): void => setIsAdding(true)
  useCommands(mayWrite ? [{ label: t.add, keys: 'c', icon: 'plus', run: add }] : [])
  const addButton = mayWrite && <Button weight="primary" icon="plus" label={t.add} onClick={add} />
  const count = pages.data?.data.length
  return (
    <>
      <PageHead title={titleOf(count)} actions={count ? addButton : undefined} />
      <QueryResult query={pages} what={t.couldNotLoad}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title={t.empty} text={t.emptyGives} action={addButton} docs="status-pages" />
          ) : (
            <PageTable pages={data} />
          )
        }
      </QueryResult>
      {isAdding && <NewPage onClose={() => setIsAdding(false)} />}
    </>
  )

  function titleOf(loaded: number | undefined): string {
    if (loaded === undefined) return t.title
    return loaded === 0 ? t.empty : t.count(loaded)
  }
}

function PageTable({ pages }: { pages: readonly StatusPageListed[] }) {
  const t = useStatusPagesMessages()
  return (
    <Card flush>
      <Table columns={[t.name, t.status, t.address, right(t.components), right(t.subscribers)]} stacked>
        {pages.map((page) => (
          <Row key={page.id} page={page} />
        ))}
      </Table>
    </Card>
  )
}

function Row({ page }: { page: StatusPageListed }) {
  const t = useStatusPagesMessages()
  return (
    <tr>
      <td>
        <Link className="name" to="/status-pages/$id" params={{ id: page.id }}>
          {page.name}
        </Link>
        {!page.public && <Tag>{t.isPrivate}</Tag>}
        {page.password_protected && <Tag>{t.hasPassword}</Tag>}
        {page.description && <span className="sub">{page.description}</span>}
      </td>
      <td>
        <OverallStatus id={page.id} />
      </td>
      <td>
        <a className="link" href={page.url} target="_blank" rel="noreferrer" title={t.opens(page.url)}>
          {page.url.replace(/^https?:\/\//, '')}
        </a>
      </td>
      <td className="right num" data-label={t.components}>
        {page.component_count}
      </td>
      <td className="right num" data-label={t.subscribers}>
        {page.subscriber_count}
      </td>
    </tr>
  )
}

const shapes = {
  operational: 'up',
  degraded: 'degraded',
  major_outage: 'down',
  maintenance: 'maintenance',
} as const satisfies Record<string, State>

/** The list has no live status; each row loads its own. */
function OverallStatus({ id }: { id: string }) {
  const t = useStatusPagesMessages()
  const { data } = useResource('/status-pages/{id}', { params: { id } })
  if (!data) return null
  const overall = data.overall_status
  return (
    <StatusWord status={overall ? shapes[overall] : 'unknown'}>{overall ? t.overall[overall] : t.unknown}</StatusWord>
  )
}

const emptyDraft = { name: '', typedSlug: null as string | null, isPublic: true }

const slugIn = ({ typedSlug, name }: typeof emptyDraft): string => typedSlug ?? slugOf(name)

/** Creates a page without components; its own screen adds them. */
function NewPage({ onClose }: { onClose: () => void }) {
  const t = useStatusPagesMessages()
  const navigateIfMounted = useNavigateIfMounted()
  const { draft, set, field, ...saving } = useForm(emptyDraft, async (draft) => {
    const { name, isPublic } = draft
    const { id } = await client.post('/status-pages', { body: { name, slug: slugIn(draft), isPublic } })
    toast({ text: t.created(name) })
    void invalidate('statusPage')
    await navigateIfMounted({ to: '/status-pages/$id', params: { id } })
  })
  const slug = slugIn(draft)
  return (
    <DialogForm title={t.add} saving={saving} action={t.create} onClose={onClose}>
      <TextField label={t.name} hint={t.nameHint} {...field('name')} />
      <TextField
        label={t.slug}
        hint={t.slugHint(`${location.origin}/status/${slug || '…'}`)}
        mono
        {...field('typedSlug', 'slug')}
        value={slug}
      />
      <Switch
        label={t.private}
        hint={t.privateHint}
        value={!draft.isPublic}
        onChange={(isPrivate) => set({ isPublic: !isPrivate })}
      />
    </DialogForm>
  )
}
