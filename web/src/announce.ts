// Words for people who hear the page: said once, politely.
import { createStore } from './store.ts'

export const announcement = createStore('')

export function announce(text: string): void {
  // The same words twice would not be read again.
  announcement.set((before) => (before === text ? `${text}\u00a0` : text))
}
