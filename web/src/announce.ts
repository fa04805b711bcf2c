// Announcements for screen readers.
import { createStore } from './store.ts'

export const announcement = createStore('')

export function announce(text: string): void {
  // Screen readers skip a repeated text, so change it slightly.
  announcement.set((before) => (before === text ? `${text}\u00a0` : text))
}
