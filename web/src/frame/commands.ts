// Commands of the open screen: run by shortcut or from the palette, and listed under `?`.
import { useLayoutEffect, useRef } from 'react'
import type { IconName } from '../parts/icon.tsx'
import { currentPreferences } from '../preferences.ts'
import { createStore } from '../store.ts'

export interface Command {
  /** A verb and its object: “Pause Checkout API”. */
  readonly label: string
  /** Other words under which the palette finds it. */
  readonly words?: string
  /** One key or two in a row: `p`, `g o`, `Shift+P`. */
  readonly keys?: string
  readonly icon?: IconName
  readonly run: () => void
  /** Has a shortcut but no line in the palette. */
  readonly keyOnly?: boolean
}

/** The latest come first, so a screen's shortcuts override the frame's. */
export const commands = createStore<readonly Command[]>([])

export function useCommands(own: readonly Command[]): void {
  const current = useRef(own)
  useLayoutEffect(() => {
    current.current = own
  })
  const shape = JSON.stringify(own.map(({ run: _, ...said }) => said))
  // Before the first paint, as the listener for shortcuts.
  useLayoutEffect(() => {
    const said = JSON.parse(shape) as Omit<Command, 'run'>[]
    const mine = said.map((verb, index) => ({ ...verb, run: () => current.current[index]?.run() }))
    commands.set((before) => [...mine, ...before])
    return () => commands.set((before) => before.filter((verb) => !mine.includes(verb)))
  }, [shape])
}

const sequenceMs = 1000
let pending = ''
let pendingAt = 0

/** Runs the command whose shortcut was pressed, except while the user types in a field. */
export function listenForShortcuts(): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!currentPreferences().keys || isTyping(event.target) || document.querySelector('dialog[open]')) return
    const key = event.shiftKey && /^[A-Z]$/.test(event.key) ? `Shift+${event.key}` : event.key
    const sequence = event.timeStamp - pendingAt < sequenceMs && pending ? `${pending} ${key}` : key
    const known = commands.get()
    const verb = known.find(({ keys }) => keys === sequence) ?? known.find(({ keys }) => keys === key)
    pending = verb ? '' : key
    pendingAt = event.timeStamp
    if (!verb) return
    event.preventDefault()
    verb.run()
  }
  addEventListener('keydown', press)
  return () => removeEventListener('keydown', press)
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)
}
