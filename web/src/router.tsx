// The routes. The overview's code comes with the page; other screens load when they are opened.
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { queries } from './api.ts'
import { type LoadScreen, lazyScreen } from './frame/lazy-screen.tsx'
import { Frame } from './frame/frame.tsx'
import { PageError, NotFoundPage, NotFound, ScreenError } from './frame/not-found.tsx'
import { Root } from './frame/root.tsx'
import { loadFirst } from './home.ts'
import { Screen as Overview } from './screens/overview/index.tsx'
import { requireSession } from './session.ts'
import { parseSearch, stringifySearch } from './url.ts'

type Search = Readonly<Record<string, string | undefined>>

const root = createRootRouteWithContext<{ readonly queries: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: PageError,
  validateSearch: (search: Record<string, unknown>): Search => search as Search,
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Frame,
  notFoundComponent: NotFound,
  errorComponent: PageError,
  beforeLoad: ({ context: { queries }, location: { pathname, href } }) =>
    requireSession(loadFirst(queries, pathname === '/'), href),
})

const screen = <const P extends string>(path: P, load: LoadScreen) => shown(path, lazyScreen(load))

const shown = <const P extends string>(path: P, component: FunctionComponent) =>
  createRoute({
    getParentRoute: () => signedIn,
    path,
    component,
    notFoundComponent: NotFound,
    errorComponent: ScreenError,
  })

const open = <const P extends string>(path: P, load: LoadScreen) =>
  createRoute({ getParentRoute: () => root, path, component: lazyScreen(load) })

/** Screens without navigation that need someone who is signed in. */
const focused = <const P extends string>(path: P, load: LoadScreen) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyScreen(load),
    errorComponent: PageError,
    beforeLoad: ({ context: { queries }, location: { href } }) => requireSession(loadFirst(queries, false), href),
  })

const settings: LoadScreen = () => import('./screens/settings/index.tsx')

const tree = root.addChildren([
  open('/setup', () => import('./screens/setup/index.tsx')),
  open('/sign-in', () => import('./screens/sign-in/index.tsx')),
  open('/sign-in/two-factor', () => import('./screens/two-factor/index.tsx')),
  open('/sign-in/single-sign-on', () => import('./screens/single-sign-on/index.tsx')),
  open('/sign-in/callback/$organization', () => import('./screens/single-sign-on/callback.tsx')),
  open('/reset', () => import('./screens/reset/index.tsx')),
  open('/invitation/$token', () => import('./screens/invitation/index.tsx')),
  focused('/oauth/consent', () => import('./screens/oauth/consent.tsx')),
  focused('/oauth/device', () => import('./screens/oauth/device.tsx')),
  signedIn.addChildren([
    shown('/', Overview),
    screen('/monitors', () => import('./screens/monitors/index.tsx')),
    screen('/monitors/new', () => import('./screens/monitor-editor/index.tsx')),
    screen('/monitors/$id/edit', () => import('./screens/monitor-editor/index.tsx')),
    screen('/monitors/$id', () => import('./screens/monitor/index.tsx')),
    screen('/monitors/$id/$tab', () => import('./screens/monitor/index.tsx')),
    screen('/incidents', () => import('./screens/incidents/index.tsx')),
    screen('/incidents/$number', () => import('./screens/incident/index.tsx')),
    screen('/hosts', () => import('./screens/hosts/index.tsx')),
    screen('/hosts/new', () => import('./screens/host/new-host.tsx')),
    screen('/hosts/$id', () => import('./screens/host/index.tsx')),
    screen('/channels', () => import('./screens/channels/index.tsx')),
    screen('/channels/new', () => import('./screens/channel/index.tsx')),
    screen('/channels/log', () => import('./screens/deliveries/index.tsx')),
    screen('/channels/$id', () => import('./screens/channel/index.tsx')),
    screen('/contacts', () => import('./screens/contacts/index.tsx')),
    screen('/contacts/groups', () => import('./screens/contacts/index.tsx')),
    screen('/contacts/groups/$id', () => import('./screens/contact-group/index.tsx')),
    screen('/status-pages', () => import('./screens/status-pages/index.tsx')),
    screen('/status-pages/$id', () => import('./screens/status-page/index.tsx')),
    screen('/status-pages/$id/$tab', () => import('./screens/status-page/index.tsx')),
    screen('/maintenance', () => import('./screens/maintenance/index.tsx')),
    screen('/maintenance/new', () => import('./screens/maintenance-window/index.tsx')),
    screen('/maintenance/$id', () => import('./screens/maintenance-window/index.tsx')),
    screen('/on-call', () => import('./screens/on-call/index.tsx')),
    screen('/on-call/new', () => import('./screens/schedule-editor/index.tsx')),
    screen('/on-call/me', () => import('./screens/contact-methods/index.tsx')),
    screen('/on-call/escalation', () => import('./screens/escalation/index.tsx')),
    screen('/on-call/escalation/new', () => import('./screens/escalation-editor/index.tsx')),
    screen('/on-call/escalation/$id', () => import('./screens/escalation/index.tsx')),
    screen('/on-call/escalation/$id/edit', () => import('./screens/escalation-editor/index.tsx')),
    screen('/on-call/$schedule', () => import('./screens/on-call/index.tsx')),
    screen('/on-call/$schedule/edit', () => import('./screens/schedule-editor/index.tsx')),
    screen('/reports', () => import('./screens/reports/index.tsx')),
    screen('/reports/schedules', () => import('./screens/report-schedules/index.tsx')),
    screen('/reports/objectives', () => import('./screens/objectives/index.tsx')),
    screen('/diagnostics', () => import('./screens/diagnostics/index.tsx')),
    screen('/confirmations', () => import('./screens/confirmations/index.tsx')),
    screen('/confirmations/$id', () => import('./screens/confirmations/confirmation.tsx')),
    screen('/settings', settings),
    screen('/settings/$section', settings),
    screen('/settings/me/$section', () => import('./screens/my-settings/index.tsx')),
    createRoute({ getParentRoute: () => signedIn, path: '/$', component: NotFound }),
  ]),
])

export const router = createRouter({
  routeTree: tree,
  context: { queries },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
