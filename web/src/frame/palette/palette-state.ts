import { createStore } from '../../store.ts'

export type Overlay = 'palette' | 'keys' | null

export const overlay = createStore<Overlay>(null)

export function openPalette(): void {
  typedAhead = ''
  addEventListener('keydown', collect, true)
  overlay.set('palette')
}

// What somebody types while the palette is loading.
let typedAhead = ''

function collect(event: KeyboardEvent): void {
  if (overlay.get() !== 'palette' || document.querySelector('dialog[open]')) return stopCollecting()
  const { key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return
  if (key === 'Escape') overlay.set(null)
  else if (key === 'Backspace') typedAhead = typedAhead.slice(0, -1)
  else if (key.length === 1) typedAhead += key
  else return
  event.preventDefault()
  event.stopPropagation()
}

const stopCollecting = (): void => removeEventListener('keydown', collect, true)

export function takeTypedAhead(): string {
  stopCollecting()
  return typedAhead
}
