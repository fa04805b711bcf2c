// Changes many monitors at once, with a summary and an undo.
import { problemsInWords } from '../../../catalog/problems.ts'
import { type InputOf, client } from '../../../api.ts'
import { toast } from '../../../toast.ts'
import { useFormat } from '../../../format/use-format.ts'
import { splitList } from '../../../url.ts'
import { runAction } from '../../monitor/actions/monitor-actions.ts'
import { startMaintenance } from '../../monitor/actions/quick-maintenance.ts'
import { type ListFilters, monitorQueryOf } from '../choices.ts'
import { useMonitorListMessages } from '../messages.ts'
import { useBulkMessages } from './messages.ts'
import type { QuickWindow } from './maintenance-dialog.tsx'
import { type Selection, countOf } from '../selection.ts'
import { confirm } from '../../../frame/confirm/confirm.tsx'

export type BulkBody = InputOf<'/dashboard/monitors/bulk', 'post'>['body']
export type BulkEdit = Pick<BulkBody, 'action' | 'locations' | 'interval' | 'contactGroupIds'>
export type BulkTarget = Pick<BulkBody, 'ids' | 'filter'>

export interface TagChange {
  readonly way: 'add' | 'remove'
  readonly tag: string
}

export interface Bulk {
  pause(): Promise<void>
  resume(): Promise<void>
  tag(change: TagChange): Promise<void>
  edit(edit: BulkEdit): Promise<void>
  maintain(window: QuickWindow): Promise<void>
  remove(): Promise<void>
  readonly which: BulkTarget
}

/** Monitors per maintenance window. */
const maxInWindow = 500

/** Deleting more requires typing a confirmation. */
const maxDeletedWithoutTyping = 10

export function useBulk(selection: Selection, { chosen, total }: { chosen: ListFilters; total: number }): Bulk {
  const t = useMonitorListMessages()
  const bulkTexts = useBulkMessages()
  const format = useFormat()
  const count = countOf(selection, total)
  const which: BulkTarget = selection.all ? { filter: filterBody(chosen) } : { ids: [...selection.ids] }
  const change = async (body: BulkBody, outcome: keyof typeof t.done): Promise<boolean> =>
    runAction(async () => {
      const { changed, unchanged, refused, undo } = await client.post('/dashboard/monitors/bulk', { body })
      toast({
        text: t.done[outcome](changed.length, unchanged),
        undo: undo.length === 0 ? undefined : () => runAction(() => undoAll(undo as readonly BulkBody[])),
      })
      const [first] = refused
      if (first) toast({ text: t.refused(refused.length, problemsInWords(first.message)), tone: 'error' })
    })
  const remove = async (): Promise<void> => {
    const typed = count > maxDeletedWithoutTyping ? t.deleteWord(count) : undefined
    const question = { title: t.deleteTitle(count), text: t.deleteText, verb: t.deleteVerb(count), typed }
    if (!(await confirm(question))) return
    if (await change({ action: 'delete', ...which }, 'delete')) selection.clear()
  }
  const maintain = async ({ name, minutes }: QuickWindow): Promise<void> => {
    if (count > maxInWindow) return toast({ text: bulkTexts.tooMany(maxInWindow), tone: 'error' })
    const until = format.clock(new Date(Date.now() + minutes * 60_000))
    const monitorIds = selection.all ? await idsOf(chosen, total) : [...selection.ids]
    await startMaintenance({ name, monitorIds, minutes }, bulkTexts.began(count, until))
  }
  return {
    which,
    pause: async () => void (await change({ action: 'pause', ...which }, 'pause')),
    resume: async () => void (await change({ action: 'resume', ...which }, 'resume')),
    tag: async ({ way, tag }) => void (await change({ action: 'tags', tags: { [way]: [tag] }, ...which }, 'tag')),
    edit: async (edit) => void (await change({ ...edit, ...which }, 'tag')),
    maintain,
    remove,
  }
}

const pageSize = 100

async function idsOf(chosen: ListFilters, total: number): Promise<string[]> {
  const offsets = Array.from({ length: Math.ceil(total / pageSize) }, (_, page) => page * pageSize)
  const pages = await Promise.all(
    offsets.map((offset) =>
      client.get('/dashboard/monitors', {
        query: { ...monitorQueryOf(chosen), order: 'name', facets: 'false', offset, limit: pageSize },
      }),
    ),
  )
  return pages.flatMap(({ data }) => data.map(({ id }) => id))
}

async function undoAll(bodies: readonly BulkBody[]): Promise<void> {
  for (const body of bodies) await client.post('/dashboard/monitors/bulk', { body })
}

/** Selects all matching monitors, loaded or not. */
function filterBody({ q, status, type, tag, location, interval }: ListFilters): NonNullable<BulkBody['filter']> {
  const lists = { status, type, tag, location }
  const chosen = Object.entries(lists).filter(([, text]) => text !== '')
  return {
    ...(q && { q }),
    ...Object.fromEntries(chosen.map(([name, text]) => [name, splitList(text)])),
    ...(interval && { interval: splitList(interval).map(Number) }),
  }
}
