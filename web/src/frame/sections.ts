// The sections of the dashboard, for the sidebar, the phone's tab bar, shortcuts and the palette.
import type { IconName } from '../parts/icon.tsx'

export interface Section {
  readonly name:
    | 'overview'
    | 'monitors'
    | 'incidents'
    | 'hosts'
    | 'onCall'
    | 'channels'
    | 'contacts'
    | 'maintenance'
    | 'statusPages'
    | 'reports'
    | 'diagnostics'
    | 'settings'
  readonly to:
    | '/'
    | '/monitors'
    | '/incidents'
    | '/hosts'
    | '/on-call'
    | '/channels'
    | '/contacts'
    | '/maintenance'
    | '/status-pages'
    | '/reports'
    | '/diagnostics'
    | '/settings'
  readonly icon: IconName
  /** Pressed after `g`. */
  readonly key?: string
  /** Whether the phone's tab bar shows it. */
  readonly isTab?: boolean
  /** The heading above it. */
  readonly under?: 'respond' | 'share' | 'tools'
}

export const sections: readonly Section[] = [
  { name: 'overview', to: '/', icon: 'home', key: 'o', isTab: true },
  { name: 'monitors', to: '/monitors', icon: 'pulse', key: 'm', isTab: true },
  { name: 'incidents', to: '/incidents', icon: 'bell', key: 'i', isTab: true },
  { name: 'hosts', to: '/hosts', icon: 'hosts', key: 'h' },
  { name: 'onCall', to: '/on-call', icon: 'clock', under: 'respond', isTab: true },
  { name: 'channels', to: '/channels', icon: 'send', key: 'c' },
  { name: 'contacts', to: '/contacts', icon: 'people' },
  { name: 'maintenance', to: '/maintenance', icon: 'wrench' },
  { name: 'statusPages', to: '/status-pages', icon: 'pages', under: 'share' },
  { name: 'reports', to: '/reports', icon: 'reports', key: 'r' },
  { name: 'diagnostics', to: '/diagnostics', icon: 'diagnose', key: 'd', under: 'tools' },
  { name: 'settings', to: '/settings', icon: 'settings', key: 's' },
]

export const isWithin = (path: string, { to }: Section): boolean =>
  to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`)
