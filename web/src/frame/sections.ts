// The sections of the dashboard, for the sidebar, the phone's tab bar, shortcuts and the palette.
import type { IconName } from '../parts/icon.tsx'

export interface Section {
  readonly name: 'overview' | 'monitors' | 'incidents' | 'channels' | 'contacts' | 'settings'
  readonly to: '/' | '/monitors' | '/incidents' | '/channels' | '/contacts' | '/settings'
  readonly icon: IconName
  /** Pressed after `g`. */
  readonly key?: string
  /** The heading above it. */
  readonly under?: 'respond' | 'tools'
}

export const sections: readonly Section[] = [
  { name: 'overview', to: '/', icon: 'home', key: 'o' },
  { name: 'monitors', to: '/monitors', icon: 'pulse', key: 'm' },
  { name: 'incidents', to: '/incidents', icon: 'bell', key: 'i' },
  { name: 'channels', to: '/channels', icon: 'send', key: 'c', under: 'respond' },
  { name: 'contacts', to: '/contacts', icon: 'people' },
  { name: 'settings', to: '/settings', icon: 'settings', key: 's', under: 'tools' },
]

export const isWithin = (path: string, { to }: Section): boolean =>
  to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`)
