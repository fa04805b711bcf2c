// Written by `npm run sdk` from the operations. A change belongs there.

export type ImportSources = { object: 'list'; data: readonly ImportSource[] }
export type ImportSource = {
  object: 'import_source'
  name:
    | 'kuma'
    | 'gatus'
    | 'healthchecks'
    | 'uptimerobot'
    | 'betterstack'
    | 'checkly'
    | 'pingdom'
    | 'statuscake'
    | 'blackbox'
    | 'statuspage'
    | 'cachet'
    | 'upptime'
  title: string
  takes: string
  has_api: boolean
  has_log: boolean
}
export interface DashboardImportPaths {
  '/dashboard/import-sources': { get: { answer: ImportSources } }
}
