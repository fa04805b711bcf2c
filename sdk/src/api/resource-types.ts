// Written by `npm run sdk` from the operations. A change belongs there.

import type { ApiMethod, ListMethod } from '../method-types.ts'

export interface Resources {
  readonly me: {
    /** Get the current credential, user and organization */
    readonly get: ApiMethod<'get', '/me'>
  }
  readonly users: {
    /** List the users of the organization, newest first */
    readonly list: ListMethod<'/users'>
  }
  readonly plan: {
    /** Get the plan, its limits and their usage */
    readonly get: ApiMethod<'get', '/plan'>
  }
  readonly summary: {
    /** Get a summary of the current state */
    readonly get: ApiMethod<'get', '/summary'>
  }
  readonly activity: {
    /** List the activity log, newest first */
    readonly list: ListMethod<'/activity'>
  }
  readonly openapi: {
    /** Get this description */
    readonly get: ApiMethod<'get', '/openapi.json'>
  }
  readonly monitorTypes: {
    /** List all monitor types with targets, config keys, metrics and default rules */
    readonly list: ApiMethod<'get', '/meta/monitor-types'>
  }
  readonly monitors: {
    /** List monitors, newest first */
    readonly list: ListMethod<'/monitors'>
    /** Create a monitor with its default alert rules */
    readonly create: ApiMethod<'post', '/monitors'>
    /** Get a monitor, with the metrics available to rules */
    readonly get: ApiMethod<'get', '/monitors/{id}'>
    /** Delete a monitor and everything it owns */
    readonly delete: ApiMethod<'delete', '/monitors/{id}'>
    /** Update a monitor */
    readonly update: ApiMethod<'patch', '/monitors/{id}'>
    /** Pause, resume or delete up to 100 monitors at once, all or none */
    readonly bulk: ApiMethod<'post', '/monitors/bulk'>
    /** Pause a monitor and close its open incidents */
    readonly pause: ApiMethod<'post', '/monitors/{id}/pause'>
    /** Resume a monitor */
    readonly resume: ApiMethod<'post', '/monitors/{id}/resume'>
    /** Run a check now */
    readonly checkNow: ApiMethod<'post', '/monitors/{id}/check-now'>
    /** Count the checks of a monitor, with their response times */
    readonly getUptime: ApiMethod<'get', '/monitors/{id}/uptime'>
    /** List the latest checks, with statistics per location */
    readonly listChecks: ApiMethod<'get', '/monitors/{id}/checks'>
    /** List the latest check-ins of a heartbeat */
    readonly listPings: ApiMethod<'get', '/monitors/{id}/pings'>
    /** Import monitors, channels, maintenance windows and status pages from another tool */
    readonly import: ApiMethod<'post', '/monitors/import'>
    /** Compare the outages that another tool logged with the incidents of the imported monitors */
    readonly compareImport: ApiMethod<'post', '/monitors/import/compare'>
    /** End the shadow mode of all monitors that were imported from a tool */
    readonly switchOverImport: ApiMethod<'post', '/monitors/import/switch-over'>
    /** Accept the current pages of an integrity monitor */
    readonly acceptIntegrityBaseline: ApiMethod<'post', '/monitors/{id}/integrity/accept-baseline'>
    /** List the differences between the pages of an integrity monitor and their baseline */
    readonly listIntegrityChanges: ListMethod<'/monitors/{id}/integrity/changes'>
    /** Send a test to everyone that a critical incident of a monitor would notify */
    readonly testNotification: ApiMethod<'post', '/monitors/{id}/test-notification'>
    /** List the runs of a playwright monitor, newest first */
    readonly listRuns: ListMethod<'/monitors/{id}/runs'>
    /** Get a run of a playwright monitor */
    readonly getRun: ApiMethod<'get', '/monitors/{id}/runs/{runId}'>
  }
  readonly alertRules: {
    /** List the alert rules of a monitor, oldest first */
    readonly list: ListMethod<'/monitors/{id}/alert-rules'>
    /** Create an alert rule */
    readonly create: ApiMethod<'post', '/monitors/{id}/alert-rules'>
    /** Get an alert rule */
    readonly get: ApiMethod<'get', '/monitors/{id}/alert-rules/{ruleId}'>
    /** Update, enable or disable an alert rule */
    readonly update: ApiMethod<'patch', '/monitors/{id}/alert-rules/{ruleId}'>
    /** Delete an alert rule */
    readonly delete: ApiMethod<'delete', '/monitors/{id}/alert-rules/{ruleId}'>
    /** Preview when a rule would have fired */
    readonly preview: ApiMethod<'post', '/alert-rules/preview'>
  }
  readonly dependencyProposals: {
    /** List monitors that fail together */
    readonly list: ApiMethod<'get', '/dependency-proposals'>
    /** Apply a dependency proposal */
    readonly apply: ApiMethod<'post', '/dependency-proposals/{id}/apply'>
    /** Dismiss a dependency proposal */
    readonly dismiss: ApiMethod<'delete', '/dependency-proposals/{id}'>
  }
  readonly pingKey: {
    /** Get the key for check-ins by slug */
    readonly get: ApiMethod<'get', '/ping-key'>
  }
  readonly incidents: {
    /** List incidents, newest first */
    readonly list: ListMethod<'/incidents'>
    /** Get incident statistics for a period */
    readonly getStats: ApiMethod<'get', '/incidents/stats'>
    /** Get an incident */
    readonly get: ApiMethod<'get', '/incidents/{id}'>
    /** Acknowledge an incident; reminders stop */
    readonly acknowledge: ApiMethod<'post', '/incidents/{id}/acknowledge'>
    /** Assign an incident to a user, or to nobody */
    readonly assign: ApiMethod<'post', '/incidents/{id}/assign'>
    /** Resolve an incident */
    readonly resolve: ApiMethod<'post', '/incidents/{id}/resolve'>
    /** Take back an acknowledgement or a resolve */
    readonly reopen: ApiMethod<'post', '/incidents/{id}/reopen'>
    /** Exclude a resolved incident from uptime and SLA */
    readonly markMaintenance: ApiMethod<'post', '/incidents/{id}/mark-maintenance'>
    /** Mark an incident as a false positive */
    readonly reportFalsePositive: ApiMethod<'post', '/incidents/{id}/false-positive'>
    /** Withdraw a false positive report */
    readonly withdrawFalsePositive: ApiMethod<'delete', '/incidents/{id}/false-positive'>
    /** List the timeline of an incident, oldest first */
    readonly listTimeline: ListMethod<'/incidents/{id}/timeline'>
    /** Add a comment to the timeline of an incident */
    readonly comment: ApiMethod<'post', '/incidents/{id}/comments'>
    /** Get the failed checks that opened an incident */
    readonly getEvidence: ApiMethod<'get', '/incidents/{id}/evidence'>
    /** Get the report of an incident: timeline, impact, changes and deliveries */
    readonly getReport: ApiMethod<'get', '/incidents/{id}/report'>
    /** Write the cause, lessons and follow-ups of an incident */
    readonly updateReport: ApiMethod<'patch', '/incidents/{id}/report'>
    /** Get a signed archive that proves an incident */
    readonly getBundle: ApiMethod<'get', '/incidents/{id}/bundle'>
  }
  readonly incidentStats: {
    /** Same as `/incidents/stats` */
    readonly getStatistics: ApiMethod<'get', '/incident-stats'>
  }
  readonly signingKeys: {
    /** List the public keys that verify bundles, newest first */
    readonly get: ApiMethod<'get', '/signing-keys'>
  }
  readonly maintenanceWindows: {
    /** List maintenance windows, newest first */
    readonly list: ListMethod<'/maintenance-windows'>
    /** Create a maintenance window */
    readonly create: ApiMethod<'post', '/maintenance-windows'>
    /** Get a maintenance window */
    readonly get: ApiMethod<'get', '/maintenance-windows/{id}'>
    /** Update, enable or disable a maintenance window */
    readonly update: ApiMethod<'patch', '/maintenance-windows/{id}'>
    /** Delete a maintenance window */
    readonly delete: ApiMethod<'delete', '/maintenance-windows/{id}'>
    /** End the maintenance that is on; a window that recurs begins again as planned */
    readonly end: ApiMethod<'post', '/maintenance-windows/{id}/end'>
  }
  readonly statusPages: {
    /** List status pages, oldest first, without their components */
    readonly list: ApiMethod<'get', '/status-pages'>
    /** Create a status page */
    readonly create: ApiMethod<'post', '/status-pages'>
    /** Get a status page with its current state */
    readonly get: ApiMethod<'get', '/status-pages/{id}'>
    /** Update a status page */
    readonly update: ApiMethod<'patch', '/status-pages/{id}'>
    /** Delete a status page */
    readonly delete: ApiMethod<'delete', '/status-pages/{id}'>
    /** Get a status page with its draft and its hostnames */
    readonly getEditedStatusPage: ApiMethod<'get', '/status-pages/{id}/draft'>
    /** Save a draft of components and appearance */
    readonly updateDraft: ApiMethod<'patch', '/status-pages/{id}/draft'>
    /** Discard the draft */
    readonly discardDraft: ApiMethod<'delete', '/status-pages/{id}/draft'>
    /** Replace the components of a page */
    readonly updateComponents: ApiMethod<'patch', '/status-pages/{id}/components'>
    /** Publish the draft */
    readonly publishDraft: ApiMethod<'post', '/status-pages/{id}/publish'>
    /** Preview the draft, or the page if it has no draft */
    readonly preview: ApiMethod<'get', '/status-pages/{id}/preview'>
    /** Add a hostname to a page */
    readonly addHost: ApiMethod<'post', '/status-pages/{id}/hosts'>
    /** Check the TXT record of a hostname */
    readonly checkHost: ApiMethod<'post', '/status-pages/{id}/hosts/{host}/check'>
    /** Remove a hostname from a page */
    readonly deleteHost: ApiMethod<'delete', '/status-pages/{id}/hosts/{host}'>
    /** Set the logo of a page */
    readonly uploadLogo: ApiMethod<'post', '/status-pages/{id}/logo'>
    /** Remove the logo of a page */
    readonly deleteLogo: ApiMethod<'delete', '/status-pages/{id}/logo'>
    /** Set or remove the password of a page */
    readonly setPassword: ApiMethod<'post', '/status-pages/{id}/password'>
    /** List the subscribers of a page, newest first, with counts */
    readonly listSubscribers: ListMethod<'/status-pages/{id}/subscribers'>
    /** Import subscribers */
    readonly importSubscribers: ApiMethod<'post', '/status-pages/{id}/subscribers/import'>
    /** Remove a subscriber */
    readonly deleteSubscriber: ApiMethod<'delete', '/status-pages/{id}/subscribers/{subscriberId}'>
  }
  readonly announcements: {
    /** List the announcements of a page, newest first */
    readonly list: ListMethod<'/status-pages/{id}/announcements'>
    /** Announce an incident */
    readonly create: ApiMethod<'post', '/status-pages/{id}/announcements'>
    /** Get an announcement */
    readonly get: ApiMethod<'get', '/status-pages/{id}/announcements/{announcementId}'>
    /** Update an announcement */
    readonly update: ApiMethod<'patch', '/status-pages/{id}/announcements/{announcementId}'>
    /** Delete an announcement */
    readonly delete: ApiMethod<'delete', '/status-pages/{id}/announcements/{announcementId}'>
  }
  readonly thirdPartyServices: {
    /** List third-party services that a component can show */
    readonly list: ApiMethod<'get', '/third-party-services'>
  }
  readonly contacts: {
    /** List contacts, newest first */
    readonly list: ListMethod<'/contacts'>
    /** Create a contact */
    readonly create: ApiMethod<'post', '/contacts'>
    /** Get a contact */
    readonly get: ApiMethod<'get', '/contacts/{id}'>
    /** Update a contact */
    readonly update: ApiMethod<'patch', '/contacts/{id}'>
    /** Delete a contact and remove it from all groups */
    readonly delete: ApiMethod<'delete', '/contacts/{id}'>
  }
  readonly contactGroups: {
    /** List contact groups, newest first, without their members */
    readonly list: ListMethod<'/contact-groups'>
    /** Create a contact group */
    readonly create: ApiMethod<'post', '/contact-groups'>
    /** Get a contact group with its members */
    readonly get: ApiMethod<'get', '/contact-groups/{id}'>
    /** Update a contact group */
    readonly update: ApiMethod<'patch', '/contact-groups/{id}'>
    /** Delete a contact group */
    readonly delete: ApiMethod<'delete', '/contact-groups/{id}'>
  }
  readonly notificationChannels: {
    /** List notification channels, newest first */
    readonly list: ListMethod<'/notification-channels'>
    /** Get a notification channel */
    readonly get: ApiMethod<'get', '/notification-channels/{id}'>
    /** Send a test through a channel */
    readonly test: ApiMethod<'post', '/notification-channels/{id}/test'>
  }
  readonly onCallSchedules: {
    /** List on-call schedules, newest first, with who is on call now */
    readonly list: ListMethod<'/on-call-schedules'>
    /** Create an on-call schedule */
    readonly create: ApiMethod<'post', '/on-call-schedules'>
    /** Get an on-call schedule with its layers */
    readonly get: ApiMethod<'get', '/on-call-schedules/{id}'>
    /** Update, enable or disable an on-call schedule */
    readonly update: ApiMethod<'patch', '/on-call-schedules/{id}'>
    /** Delete an on-call schedule with its overrides */
    readonly delete: ApiMethod<'delete', '/on-call-schedules/{id}'>
    /** Replace the address of the calendar of a schedule */
    readonly renewCalendar: ApiMethod<'post', '/on-call-schedules/{id}/renew-calendar'>
    /** List the shifts of a schedule in a period, oldest first */
    readonly listShifts: ApiMethod<'get', '/on-call-schedules/{id}/shifts'>
    /** Get who is on call at a given time */
    readonly getOnCall: ApiMethod<'get', '/on-call-schedules/{id}/on-call'>
    /** List the overrides of a schedule, newest first */
    readonly listOverrides: ListMethod<'/on-call-schedules/{id}/overrides'>
    /** Create an override: a user takes over for a while */
    readonly createOverride: ApiMethod<'post', '/on-call-schedules/{id}/overrides'>
    /** Delete an override */
    readonly deleteOverride: ApiMethod<'delete', '/on-call-schedules/{id}/overrides/{overrideId}'>
  }
  readonly escalationPolicies: {
    /** List escalation policies, newest first */
    readonly list: ListMethod<'/escalation-policies'>
    /** Create an escalation policy */
    readonly create: ApiMethod<'post', '/escalation-policies'>
    /** Get an escalation policy */
    readonly get: ApiMethod<'get', '/escalation-policies/{id}'>
    /** Update an escalation policy */
    readonly update: ApiMethod<'patch', '/escalation-policies/{id}'>
    /** Delete an escalation policy and end its escalations */
    readonly delete: ApiMethod<'delete', '/escalation-policies/{id}'>
  }
  readonly notifications: {
    /** List the delivery log, newest first */
    readonly list: ListMethod<'/notifications'>
    /** Get an entry of the delivery log */
    readonly get: ApiMethod<'get', '/notifications/{id}'>
    /** Retry a failed notification */
    readonly retry: ApiMethod<'post', '/notifications/{id}/retry'>
  }
  readonly locations: {
    /** List the locations of checks */
    readonly list: ListMethod<'/locations'>
  }
  readonly diagnostics: {
    /** List the types of diagnostics */
    readonly listTypes: ApiMethod<'get', '/diagnostics/types'>
    /** List the diagnostics of the last day, newest first */
    readonly list: ListMethod<'/diagnostics'>
    /** Run a diagnostic now from several locations at once */
    readonly run: ApiMethod<'post', '/diagnostics'>
    /** Get the results of a diagnostic so far */
    readonly get: ApiMethod<'get', '/diagnostics/{id}'>
  }
  readonly artifacts: {
    /** Download a screenshot, trace or report of a check */
    readonly get: ApiMethod<'get', '/artifacts/{id}'>
  }
  readonly reports: {
    /** Get a report: uptime, downtime, incidents and the remaining error budget */
    readonly get: ApiMethod<'get', '/reports'>
    /** Get the schedules of reports */
    readonly getSchedules: ApiMethod<'get', '/reports/schedules'>
    /** Schedule reports by email */
    readonly updateSchedules: ApiMethod<'patch', '/reports/schedules'>
  }
  readonly slos: {
    /** List objectives, newest first, with their remaining error budgets */
    readonly list: ListMethod<'/slos'>
    /** Create an objective */
    readonly create: ApiMethod<'post', '/slos'>
    /** Get an objective with its current budget */
    readonly get: ApiMethod<'get', '/slos/{id}'>
    /** Update an objective */
    readonly update: ApiMethod<'patch', '/slos/{id}'>
    /** Delete an objective */
    readonly delete: ApiMethod<'delete', '/slos/{id}'>
  }
  readonly playwright: {
    /** Validate a script and list its tests */
    readonly validateScript: ApiMethod<'post', '/playwright/validate'>
    /** List the runtimes of scripts */
    readonly listRuntimes: ApiMethod<'get', '/playwright/runtimes'>
    /** Run a script once */
    readonly runTest: ApiMethod<'post', '/playwright/test-runs'>
    /** Get the result of a test run so far */
    readonly getTestRun: ApiMethod<'get', '/playwright/test-runs/{id}'>
    /** Cancel a test run */
    readonly cancelTestRun: ApiMethod<'post', '/playwright/test-runs/{id}/cancel'>
  }
  readonly config: {
    /** Export the configuration as a document */
    readonly get: ApiMethod<'get', '/config'>
    /** Get the JSON Schema of configuration documents */
    readonly getSchema: ApiMethod<'get', '/config/schema'>
    /** Plan what applying a document would change */
    readonly createPlan: ApiMethod<'post', '/config/plans'>
    /** Get a plan */
    readonly getPlan: ApiMethod<'get', '/config/plans/{id}'>
    /** Apply a plan in one transaction */
    readonly applyPlan: ApiMethod<'post', '/config/plans/{id}/apply'>
    /** Check the monitors of a document without creating them */
    readonly createTry: ApiMethod<'post', '/config/tries'>
    /** Get the results of a try so far */
    readonly getTry: ApiMethod<'get', '/config/tries/{id}'>
  }
  readonly backups: {
    /** Get the scheduled backups of this installation */
    readonly get: ApiMethod<'get', '/backups'>
  }
  readonly deployments: {
    /** List deployments, newest first */
    readonly list: ListMethod<'/deployments'>
    /** Report a deployment */
    readonly create: ApiMethod<'post', '/deployments'>
    /** Get a deployment */
    readonly get: ApiMethod<'get', '/deployments/{id}'>
  }
  readonly deploymentWebhooks: {
    /** List the webhooks that report deployments, newest first */
    readonly list: ListMethod<'/deployment-webhooks'>
    /** Create a webhook that reports deployments */
    readonly create: ApiMethod<'post', '/deployment-webhooks'>
    /** Change a webhook that reports deployments, or replace its secret */
    readonly update: ApiMethod<'patch', '/deployment-webhooks/{id}'>
    /** Delete a webhook that reports deployments */
    readonly delete: ApiMethod<'delete', '/deployment-webhooks/{id}'>
  }
  readonly variables: {
    /** List the variables of the organization, newest first */
    readonly list: ListMethod<'/variables'>
    /** Create a variable */
    readonly create: ApiMethod<'post', '/variables'>
    /** Get a variable, without its value */
    readonly get: ApiMethod<'get', '/variables/{id}'>
    /** Rename a variable or replace its value */
    readonly update: ApiMethod<'patch', '/variables/{id}'>
    /** Delete a variable; scripts no longer get it */
    readonly delete: ApiMethod<'delete', '/variables/{id}'>
  }
  readonly batch: {
    /** Run up to 20 operations in order */
    readonly run: ApiMethod<'post', '/batch'>
  }
  readonly metrics: {
    /** Get metrics for Prometheus */
    readonly get: ApiMethod<'get', '/metrics'>
  }
  readonly hosts: {
    /** List hosts, newest first */
    readonly list: ListMethod<'/hosts'>
    /** Enroll a machine: create its host, its monitor and a token for its agent */
    readonly create: ApiMethod<'post', '/hosts'>
    /** Get a host */
    readonly get: ApiMethod<'get', '/hosts/{id}'>
    /** Update a host */
    readonly update: ApiMethod<'patch', '/hosts/{id}'>
    /** Delete a host and its monitor with all their data; its agent is rejected */
    readonly delete: ApiMethod<'delete', '/hosts/{id}'>
    /** Replace the token of a host; the old one stops working */
    readonly rotateToken: ApiMethod<'post', '/hosts/{id}/rotate-token'>
    /** Get the metrics of a host over time */
    readonly getMetrics: ApiMethod<'get', '/hosts/{id}/metrics'>
    /** List the busiest processes in the latest sample of a host */
    readonly listProcesses: ApiMethod<'get', '/hosts/{id}/processes'>
  }
}
