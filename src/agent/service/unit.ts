// The systemd unit of an agent: a user unit, or for root one without privileges.
import { basename, dirname } from 'node:path'

export interface UnitParts {
  readonly node: string
  readonly program: string
  /** The folder of the token and of unsent samples. */
  readonly folder: string
  readonly isRoot: boolean
}

/** The program mostly sleeps, so small matters more than fast: these options save eight megabytes. */
export const nodeFlags = ['--lite-mode', '--max-semi-space-size=1', '--v8-pool-size=0']

// Nothing that changes what the agent measures: it sees the mounts, devices and processes of the machine.
const hardening = `CapabilityBoundingSet=
DevicePolicy=closed
LockPersonality=yes
ProtectClock=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_NETLINK AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
UMask=0077`

export function unitText({ node, program, folder, isRoot }: UnitParts): string {
  const start = `${quoted(node)} ${nodeFlags.join(' ')} ${quoted(program)} agent`
  const service = hasOwnUser({ folder, isRoot })
    ? `DynamicUser=yes
StateDirectory=${basename(folder)}
StateDirectoryMode=0700
ExecStart=${start} --dir %S/${basename(folder)}
ProtectSystem=strict
ProtectHome=read-only
NoNewPrivileges=yes
${hardening}
# To see containers: SupplementaryGroups=docker`
    : `ExecStart=${start} --dir ${quoted(folder)}
NoNewPrivileges=yes`
  return `[Unit]
Description=Lapwing agent
After=network-online.target
Wants=network-online.target

[Service]
${service}
Environment=UV_THREADPOOL_SIZE=1
Restart=always
RestartSec=10
MemoryHigh=96M

[Install]
WantedBy=${isRoot ? 'multi-user.target' : 'default.target'}
`
}

/** With a dynamic user, systemd hands over only folders in /var/lib. */
export function hasOwnUser({ folder, isRoot }: Pick<UnitParts, 'folder' | 'isRoot'>): boolean {
  return isRoot && dirname(folder) === '/var/lib'
}

const quoted = (word: string): string => (/^[\w./@:+-]+$/.test(word) ? word : `"${word.replace(/["\\]/g, '\\$&')}"`)
