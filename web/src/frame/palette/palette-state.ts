import { createStore } from '../../store.ts'

export type Overlay = 'palette' | 'keys' | null

export const overlay = createStore<Overlay>(null)

export const openPalette = (): void => overlay.set('palette')
