// Changes to many monitors at once, told by what came of them, with the way back where there is one.
import type { InputOf } from '../../../../sdk/client.ts'
import { client } from '../../api.ts'
import { confirm } from '../../frame/confirm.tsx'
import { toast } from '../../frame/toasts.tsx'
import { useMessages } from '../../messages.ts'
import { splitList } from '../../url.ts'
import { act } from '../monitor/act.ts'
import type { Chosen } from './choices.ts'
import { messages } from './messages.ts'
import { type Selection, countOf } from './selection.ts'

type Body = InputOf<'/dashboard/monitors/bulk', 'post'>['body']

export interface TagChange {
  readonly way: 'add' | 'remove'
  readonly tag: string
}

export interface Bulk {
  pause(): Promise<void>
  resume(): Promise<void>
  tag(change: TagChange): Promise<void>
  remove(): Promise<void>
}

/** Deleting more than these wants something typed. */
const fewEnough = 10

export function useBulk(selection: Selection, { chosen, total }: { chosen: Chosen; total: number }): Bulk {
  const say = useMessages(messages)
  const count = countOf(selection, total)
  const which = selection.all ? { filter: filterBody(chosen) } : { ids: [...selection.ids] }
  const change = async (body: Body, told: keyof typeof say.done): Promise<boolean> =>
    act(async () => {
      const { changed, unchanged, refused, undo } = await client.post('/dashboard/monitors/bulk', { body })
      toast({
        text: say.done[told](changed.length, unchanged),
        undo: undo.length === 0 ? undefined : () => act(() => takeBack(undo as readonly Body[])),
      })
      const [first] = refused
      if (first) toast({ text: say.refused(refused.length, first.message), tone: 'error' })
    })
  const remove = async (): Promise<void> => {
    const typed = count > fewEnough ? say.deleteWord(count) : undefined
    const question = { title: say.deleteTitle(count), text: say.deleteText, verb: say.deleteVerb(count), typed }
    if (!(await confirm(question))) return
    if (await change({ action: 'delete', ...which }, 'delete')) selection.clear()
  }
  return {
    pause: async () => void (await change({ action: 'pause', ...which }, 'pause')),
    resume: async () => void (await change({ action: 'resume', ...which }, 'resume')),
    tag: async ({ way, tag }) => void (await change({ action: 'tags', tags: { [way]: [tag] }, ...which }, 'tag')),
    remove,
  }
}

async function takeBack(bodies: readonly Body[]): Promise<void> {
  for (const body of bodies) await client.post('/dashboard/monitors/bulk', { body })
}

/** All that match, however many are loaded. */
function filterBody({ q, status, type, tag, location, interval }: Chosen): NonNullable<Body['filter']> {
  const lists = { status, type, tag, location }
  const chosen = Object.entries(lists).filter(([, text]) => text !== '')
  return {
    ...(q && { q }),
    ...Object.fromEntries(chosen.map(([name, text]) => [name, splitList(text)])),
    ...(interval && { interval: splitList(interval).map(Number) }),
  }
}
