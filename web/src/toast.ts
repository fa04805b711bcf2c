// Short messages at the foot of the page; frame/toasts.tsx draws them.
import { errorText } from './error-text.ts'
import { createStore } from './store.ts'

export interface Toast {
  readonly text: string
  readonly tone?: 'error'
  /** The inverse operation. */
  readonly undo?: () => unknown
}

export interface ShownToast extends Toast {
  readonly id: number
}

const maxToasts = 3
let lastId = 0

export const toasts = createStore<readonly ShownToast[]>([])

/** Shown instead of an earlier one with the same text, unless that one can be undone. */
export function toast(message: Toast): void {
  toasts.set((before) => {
    const others = before.filter(({ text, undo }) => undo || text !== message.text)
    return [...others.slice(1 - maxToasts), { ...message, id: ++lastId }]
  })
}

/** For errors of actions that have no place of their own to show them. */
export const toastError = (error: unknown): void => toast({ text: errorText(error), tone: 'error' })

export const dismiss = (id: number): void => toasts.set((before) => before.filter((one) => one.id !== id))
