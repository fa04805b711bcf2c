// A value that components share outside React's tree.
import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get(): T
  set(change: T | ((before: T) => T)): void
  subscribe(listener: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(change) {
      const next = typeof change === 'function' ? (change as (before: T) => T)(value) : change
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get)
