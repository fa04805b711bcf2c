// Saved views, private to each user.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type AnswerOf, queryFor, client } from '../../api.ts'
import { toast } from '../../toast.ts'
import { TextField } from '../../parts/form/field.tsx'
import { useCan } from '../../session.ts'
import { runAction } from '../monitor/actions/monitor-actions.ts'
import { type ListFilters, type ListChoices, choicesIn, queryOf } from './choices.ts'
import { useViewMessages } from './view-messages.ts'
import { invalidate } from '../../invalidation.ts'
import { useHasContent } from '../../first-content.ts'
import { useForm } from '../../parts/form/use-form.tsx'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { Menu, type MenuItem } from '../../parts/overlay/menu.tsx'

type View = AnswerOf<'/dashboard/views', 'get'>['data'][number]

interface ViewsProps {
  readonly chosen: ListFilters
  readonly choose: ListChoices['choose']
  /** Whether somebody is about to choose. */
  readonly isNear: boolean
}

export function Views({ chosen, choose, isNear }: ViewsProps) {
  const t = useViewMessages()
  const mayWrite = useCan()('member')
  const enabled = useHasContent() && (isNear || !mayWrite || chosen.view !== '')
  const { data } = useQuery({ ...queryFor('/dashboard/views'), enabled })
  const [naming, setNaming] = useState(false)
  const views = data?.data ?? []
  const current = views.find(({ id }) => id === chosen.view)
  const query = queryOf(chosen)
  useOpened(current, query, choose)
  if (views.length === 0 && !mayWrite) return null
  const show = ({ id, query: text }: View): void => choose({ ...choicesIn(text), view: id })
  const items: MenuItem[] = views.map((view) => ({
    label: view.name,
    icon: view === current ? 'check' : undefined,
    current: view === current,
    run: () => show(view),
  }))
  if (mayWrite && current && current.query !== query)
    items.push({ label: t.keep(current.name), icon: 'refresh', run: () => void keep(current, query) })
  if (mayWrite) items.push({ label: t.save, icon: 'plus', run: () => setNaming(true) })
  if (mayWrite && current)
    items.push({ label: t.delete(current.name), icon: 'trash', danger: true, run: () => void remove(current) })
  return (
    <>
      <Menu label={t.views} items={items} small icon="down">
        {current?.name ?? t.views}
      </Menu>
      {naming && <NameView query={query} onClose={() => setNaming(false)} onSaved={({ id }) => choose({ view: id })} />}
    </>
  )

  async function keep({ id, name }: View, kept: string): Promise<void> {
    await runAction(() => client.patch('/dashboard/views/{id}', { params: { id }, body: { query: kept } }), {
      text: t.saved(name),
    })
    await invalidate('view')
  }

  async function remove({ id, name, query: text }: View): Promise<void> {
    choose({ view: '' })
    await runAction(() => client.delete('/dashboard/views/{id}', { params: { id } }), {
      text: t.deleted(name),
      undo: () =>
        runAction(() => client.post('/dashboard/views', { body: { name, query: text } })).then(() =>
          invalidate('view'),
        ),
    })
    await invalidate('view')
  }
}

/** Applies a view that the URL names, if it has no other filters. */
function useOpened(view: View | undefined, query: string, choose: ListChoices['choose']): void {
  const opened = useRef('')
  useEffect(() => {
    if (!view || view.id === opened.current) return
    // Only once, so that the user can remove the filters afterwards.
    opened.current = view.id
    if (query === '' && view.query !== '') choose({ ...choicesIn(view.query), view: view.id })
  })
}

interface NameViewProps {
  readonly query: string
  readonly onClose: () => void
  readonly onSaved: (view: View) => void
}

function NameView({ query, onClose, onSaved }: NameViewProps) {
  const t = useViewMessages()
  const { field, ...saving } = useForm({ name: '' }, async ({ name }) => {
    const view = await client.post('/dashboard/views', { body: { name, query } })
    await invalidate('view')
    toast({ text: t.saved(view.name) })
    onClose()
    onSaved(view)
  })
  return (
    <DialogForm title={t.title} saving={saving} action={t.verb} onClose={onClose}>
      <TextField label={t.name} hint={t.hint} maxLength={100} required autoFocus {...field('name')} />
    </DialogForm>
  )
}
