// Written by `npm run sdk` from the operations. A change belongs there.

import type { Paths as PublicPaths } from '../../sdk/src/api.ts'
import type { DashboardOrganizationPaths } from './api-types/organization.ts'
import type { DashboardMePaths } from './api-types/me.ts'
import type { DashboardMonitorsPaths } from './api-types/monitors.ts'
import type { DashboardResultsPaths } from './api-types/results.ts'
import type { DashboardImportPaths } from './api-types/import.ts'
import type { DashboardIncidentsPaths } from './api-types/incidents.ts'
import type { DashboardMaintenanceWindowsPaths } from './api-types/maintenance-windows.ts'
import type { DashboardNotificationChannelsPaths } from './api-types/notification-channels.ts'
import type { DashboardOnCallPaths } from './api-types/on-call.ts'
import type { DashboardNotificationsPaths } from './api-types/notifications.ts'
import type { DashboardLocationsPaths } from './api-types/locations.ts'
import type { DashboardAssistantsPaths } from './api-types/assistants.ts'
import type { DashboardReportsPaths } from './api-types/reports.ts'
import type { DashboardObjectivesPaths } from './api-types/objectives.ts'
import type { DashboardInstallationPaths } from './api-types/installation.ts'
import type { DashboardOverviewPaths } from './api-types/overview.ts'
import type { DashboardGettingInPaths } from './api-types/getting-in.ts'
import type { DashboardMembersPaths } from './api-types/members.ts'
import type { DashboardApiKeysPaths } from './api-types/api-keys.ts'
import type { DashboardSingleSignOnPaths } from './api-types/single-sign-on.ts'
import type { DashboardOauthPaths } from './api-types/oauth.ts'
import type { DashboardHostsPaths } from './api-types/hosts.ts'
export type * from '../../sdk/src/api.ts'
export type * from './api-types/organization.ts'
export type * from './api-types/me.ts'
export type * from './api-types/monitors.ts'
export type * from './api-types/results.ts'
export type * from './api-types/import.ts'
export type * from './api-types/incidents.ts'
export type * from './api-types/maintenance-windows.ts'
export type * from './api-types/notification-channels.ts'
export type * from './api-types/on-call.ts'
export type * from './api-types/notifications.ts'
export type * from './api-types/locations.ts'
export type * from './api-types/assistants.ts'
export type * from './api-types/reports.ts'
export type * from './api-types/objectives.ts'
export type * from './api-types/installation.ts'
export type * from './api-types/overview.ts'
export type * from './api-types/getting-in.ts'
export type * from './api-types/members.ts'
export type * from './api-types/api-keys.ts'
export type * from './api-types/single-sign-on.ts'
export type * from './api-types/oauth.ts'
export type * from './api-types/hosts.ts'
export type LiveEventName =
  | 'monitor'
  | 'monitors.many'
  | 'incident'
  | 'delivery'
  | 'activity'
  | 'confirmation'
  | 'summary'
  | 'try'
  | 'resync'
interface DashboardPaths
  extends
    DashboardOrganizationPaths,
    DashboardMePaths,
    DashboardMonitorsPaths,
    DashboardResultsPaths,
    DashboardImportPaths,
    DashboardIncidentsPaths,
    DashboardMaintenanceWindowsPaths,
    DashboardNotificationChannelsPaths,
    DashboardOnCallPaths,
    DashboardNotificationsPaths,
    DashboardLocationsPaths,
    DashboardAssistantsPaths,
    DashboardReportsPaths,
    DashboardObjectivesPaths,
    DashboardInstallationPaths,
    DashboardOverviewPaths,
    DashboardGettingInPaths,
    DashboardMembersPaths,
    DashboardApiKeysPaths,
    DashboardSingleSignOnPaths,
    DashboardOauthPaths,
    DashboardHostsPaths {}
export type Paths = PublicPaths & DashboardPaths
