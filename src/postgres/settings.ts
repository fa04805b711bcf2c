// Settings of the embedded PostgreSQL.
import type { ServerAddress } from './address.ts'
import { sizeSettingsFile } from './size-settings.ts'

export const userName = 'lapwing'
export const databaseName = 'lapwing'

/** Written once to postgresql.conf, where operators may tune them. */
export const initialSettings = (version: number): string => `
# Lapwing's choices. Change them freely; Lapwing does not write to this file again.
include_if_exists = '${sizeSettingsFile}'
max_connections = 100
min_wal_size = 80MB
max_wal_size = 1GB
checkpoint_timeout = 15min
wal_compression = on
jit = off
max_logical_replication_workers = 0
${version < 18 ? '' : 'io_method = sync\n'}log_checkpoints = off
timezone = 'UTC'
log_timezone = 'UTC'
`

/** Settings that Lapwing requires, passed at every start, above the file. */
export function serverArguments(cluster: string, address: ServerAddress): string[] {
  const local = address.host.startsWith('/')
  const settings = {
    listen_addresses: local ? '' : address.host,
    port: address.port,
    unix_socket_directories: local ? `"${address.host.replaceAll('"', '""')}"` : '',
    unix_socket_permissions: '0700',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    log_destination: 'stderr',
    logging_collector: 'off',
  }
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
