// Written by `npm run sdk` from the operations. A change belongs there.

import type { MetaPaths } from './api/meta.ts'
import type { OrganizationPaths } from './api/organization.ts'
import type { MonitorsPaths } from './api/monitors.ts'
import type { AlertRulesPaths } from './api/alert-rules.ts'
import type { ImportPaths } from './api/import.ts'
import type { IncidentsPaths } from './api/incidents.ts'
import type { MaintenanceWindowsPaths } from './api/maintenance-windows.ts'
import type { StatusPagesPaths } from './api/status-pages.ts'
import type { ContactsPaths } from './api/contacts.ts'
import type { ContactGroupsPaths } from './api/contact-groups.ts'
import type { NotificationChannelsPaths } from './api/notification-channels.ts'
import type { OnCallPaths } from './api/on-call.ts'
import type { DeliveryLogPaths } from './api/delivery-log.ts'
import type { LocationsPaths } from './api/locations.ts'
import type { DiagnosticsPaths } from './api/diagnostics.ts'
import type { ArtifactsPaths } from './api/artifacts.ts'
import type { ReportsPaths } from './api/reports.ts'
import type { ObjectivesPaths } from './api/objectives.ts'
import type { PlaywrightPaths } from './api/playwright.ts'
import type { ConfigurationPaths } from './api/configuration.ts'
import type { InstallationPaths } from './api/installation.ts'
import type { DeploymentsPaths } from './api/deployments.ts'
import type { MetricsPaths } from './api/metrics.ts'
import type { HostsPaths } from './api/hosts.ts'
import type { OverviewPaths } from './api/overview.ts'
export type * from './api/meta.ts'
export type * from './api/organization.ts'
export type * from './api/monitors.ts'
export type * from './api/alert-rules.ts'
export type * from './api/import.ts'
export type * from './api/incidents.ts'
export type * from './api/maintenance-windows.ts'
export type * from './api/status-pages.ts'
export type * from './api/contacts.ts'
export type * from './api/contact-groups.ts'
export type * from './api/notification-channels.ts'
export type * from './api/on-call.ts'
export type * from './api/delivery-log.ts'
export type * from './api/locations.ts'
export type * from './api/diagnostics.ts'
export type * from './api/artifacts.ts'
export type * from './api/reports.ts'
export type * from './api/objectives.ts'
export type * from './api/playwright.ts'
export type * from './api/configuration.ts'
export type * from './api/installation.ts'
export type * from './api/deployments.ts'
export type * from './api/metrics.ts'
export type * from './api/hosts.ts'
export type * from './api/overview.ts'
export type ErrorCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'payload_too_large'
  | 'rate_limited'
  | 'internal_error'
  | 'not_implemented'
export interface Paths
  extends
    MetaPaths,
    OrganizationPaths,
    MonitorsPaths,
    AlertRulesPaths,
    ImportPaths,
    IncidentsPaths,
    MaintenanceWindowsPaths,
    StatusPagesPaths,
    ContactsPaths,
    ContactGroupsPaths,
    NotificationChannelsPaths,
    OnCallPaths,
    DeliveryLogPaths,
    LocationsPaths,
    DiagnosticsPaths,
    ArtifactsPaths,
    ReportsPaths,
    ObjectivesPaths,
    PlaywrightPaths,
    ConfigurationPaths,
    InstallationPaths,
    DeploymentsPaths,
    MetricsPaths,
    HostsPaths,
    OverviewPaths {}
