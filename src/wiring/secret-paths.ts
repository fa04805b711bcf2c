// What scripts of browser checks must never be able to read, besides the data folder and Lapwing's own files.
import type { HiddenPath } from '../browsers/box-files.ts'
import { type Settings, settingFiles } from '../settings.ts'

export function secretPaths({ provision, databaseUrl }: Settings, files = settingFiles()): HiddenPath[] {
  const socket = databaseUrl === null ? null : socketIn(databaseUrl)
  return [
    ...(provision === null ? [] : [{ path: provision, title: 'the provision file' }]),
    ...(socket === null ? [] : [{ path: socket, title: 'the socket of the database' }]),
    ...files.map(({ variable, path }) => ({ path, title: `the file of ${variable}` })),
  ]
}

/** `postgres:///database?host=/run/postgresql`, or the same as an encoded host name. */
function socketIn(databaseUrl: string): string | null {
  const { hostname, searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return host.startsWith('/') ? host : null
}
