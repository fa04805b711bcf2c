// Whether this browser shows the checklist.
import { createStore } from '../../store.ts'

const storageKey = 'lapwing.first-steps'

export const checklistOpen = createStore(read())

export function openChecklist(): void {
  write('open')
}

export function closeChecklist(): void {
  write(null)
}

function write(value: 'open' | null): void {
  checklistOpen.set(value === 'open')
  try {
    if (value) localStorage.setItem(storageKey, value)
    else localStorage.removeItem(storageKey)
  } catch {
    // Without storage this lasts until the page is closed.
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'open'
  } catch {
    return false
  }
}
