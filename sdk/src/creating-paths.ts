// Written by `npm run sdk` from the operations. A change belongs there.

export const creatingPaths: readonly string[] = [
  '/monitors',
  '/monitors/bulk',
  '/monitors/{id}/alert-rules',
  '/incidents/{id}/comments',
  '/maintenance-windows',
  '/status-pages',
  '/status-pages/{id}/announcements',
  '/status-pages/{id}/hosts',
  '/contacts',
  '/contact-groups',
  '/on-call-schedules',
  '/on-call-schedules/{id}/overrides',
  '/escalation-policies',
  '/slos',
  '/deployments',
  '/variables',
  '/batch',
  '/hosts',
]
