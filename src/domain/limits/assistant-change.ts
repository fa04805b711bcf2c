// What assistants may change: the effects of their tools, and the limit on those that stop people from being alerted.
export const changeEffects = [
  'create',
  'update',
  'pause',
  'resume',
  'silence',
  'delete',
  'acknowledge',
  'resolve',
  'announce',
  'check',
] as const
export type ChangeEffect = (typeof changeEffects)[number]

const limitedEffects: readonly ChangeEffect[] = ['delete', 'pause', 'silence']

/** Whether an effect counts toward the limit, and needs a confirmation if the monitor is failing. */
export const isLimited = (effect: ChangeEffect): boolean => limitedEffects.includes(effect)

const hourMs = 3_600_000

/** A change can be undone this long after it was made. */
export const undoableMs = hourMs

/** The context that the encrypted undo of a change is bound to. */
export const undoContext = (changeId: string): string => `undo ${changeId}`

/** The context that an encrypted task of an A2A client is bound to. */
export const a2aTaskContext = (taskId: string): string => `a2a task ${taskId}`

interface LimitUse {
  /** How many objects the change deletes, pauses or silences. */
  readonly counted: number
  readonly limit: number
  /** Earlier changes of the same credential, oldest first. */
  readonly earlier: readonly { readonly counted: number; readonly at: Date }[]
  readonly now: Date
}

export interface LimitRefusal {
  readonly message: string
  /** Null if waiting does not help. */
  readonly retryAfterSeconds: number | null
}

const remedy = 'A person can do it in the dashboard, or an owner can raise the limit in Settings → Organization.'

/** Returns why a change is beyond the limit of one call or of one hour, or null. */
export function refusalByLimit({ counted, limit, earlier, now }: LimitUse): LimitRefusal | null {
  if (counted === 0) return null
  const rule = 'delete, pause or silence'
  if (counted > limit)
    return {
      message: `This would ${rule} ${objects(counted)}; one call of an assistant may do that to ${limit}. ${remedy}`,
      retryAfterSeconds: null,
    }
  const recent = earlier.filter(({ at }) => at.getTime() > now.getTime() - hourMs)
  const used = recent.reduce((sum, each) => sum + each.counted, 0)
  if (used + counted <= limit) return null
  let excess = used + counted - limit
  const frees = recent.find((each) => (excess -= each.counted) <= 0)!
  const retryAfterSeconds = Math.ceil((frees.at.getTime() + hourMs - now.getTime()) / 1000)
  const message =
    `This would ${rule} ${objects(counted)}, but this credential has already done that to ${used} within the last ` +
    `hour, and the limit is ${limit}. Try again in ${Math.ceil(retryAfterSeconds / 60)} min. ${remedy}`
  return { message, retryAfterSeconds }
}

const objects = (count: number): string => (count === 1 ? '1 object' : `${count} objects`)
