// Changes to many monitors at once, told by what came of them, with the way back where there is one.
import { client } from '../../api.ts'
import { confirm } from '../../frame/confirm.tsx'
import { toast } from '../../frame/toasts.tsx'
import { useMessages } from '../../messages.ts'
import { act } from '../monitor/act.ts'
import { messages } from './messages.ts'
import type { Selection } from './selection.ts'

export interface Bulk {
  pause(): Promise<void>
  resume(): Promise<void>
  remove(): Promise<void>
}

type Action = 'pause' | 'resume' | 'delete'
const inverse = { pause: 'resume', resume: 'pause' } as const

/** Deleting more than these wants something typed. */
const fewEnough = 10

export function useBulk(selection: Selection): Bulk {
  const say = useMessages(messages)
  const change = async (action: Action, ids: readonly string[]): Promise<void> => {
    await act(async () => {
      const { succeeded, skipped } = await client.post('/monitors/bulk', { body: { action, ids } })
      const undo = action === 'delete' || succeeded.length === 0 ? undefined : () => change(inverse[action], succeeded)
      toast({ text: say.done[action](succeeded.length, skipped.length), undo })
    })
  }
  const ids = [...selection.ids]
  const remove = async (): Promise<void> => {
    const typed = ids.length > fewEnough ? say.deleteWord(ids.length) : undefined
    const question = {
      title: say.deleteTitle(ids.length),
      text: say.deleteText,
      verb: say.deleteVerb(ids.length),
      typed,
    }
    if (!(await confirm(question))) return
    await change('delete', ids)
    selection.clear()
  }
  return { pause: () => change('pause', ids), resume: () => change('resume', ids), remove }
}
