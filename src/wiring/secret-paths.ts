// Paths that scripts of browser checks must not read, besides the data folder and Lapwing's own files.
import type { HiddenPath } from '../browsers/box-files.ts'
import { type Settings, settingFiles } from '../settings.ts'
import { serverUrls } from '../domain/database/server-urls.ts'

export function secretPaths(
  { provision, databaseUrl, databaseListenUrl, databaseReadUrl }: Settings,
  files = settingFiles(),
): HiddenPath[] {
  const urls = [databaseUrl, databaseListenUrl, databaseReadUrl].filter((url) => url !== null).flatMap(serverUrls)
  const sockets = urls.map(socketIn).filter((socket) => socket !== null)
  return [
    ...(provision === null ? [] : [{ path: provision, title: 'the provision file' }]),
    ...sockets.map((path) => ({ path, title: 'the socket of the database' })),
    ...files.map(({ variable, path }) => ({ path, title: `the file of ${variable}` })),
  ]
}

/** `postgres:///database?host=/run/postgresql`, or the same as an encoded hostname. */
function socketIn(databaseUrl: string): string | null {
  const { hostname, searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return host.startsWith('/') ? host : null
}
