// Describes the machine.
import { arch, availableParallelism, hostname, networkInterfaces, release, totalmem } from 'node:os'
import { textOf } from './files.ts'
import { osRelease } from './proc/parse.ts'

const maxAddresses = 50

export function readMachine() {
  const { name, version } = osRelease(textOf('/etc/os-release'))
  const addresses = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .map(({ address }) => address)
  return {
    hostname: hostname(),
    os: name,
    os_version: version,
    kernel: release(),
    arch: arch(),
    cpu_cores: availableParallelism(),
    memory_bytes: totalmem(),
    ip_addresses: [...new Set(addresses)].slice(0, maxAddresses),
  }
}

export function readBootId(): string | null {
  return textOf('/proc/sys/kernel/random/boot_id').trim() || null
}
