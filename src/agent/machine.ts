// Describes the machine.
import { arch, availableParallelism, hostname, networkInterfaces, release, totalmem } from 'node:os'
import type { HostSystem } from './system.ts'

const maxAddresses = 50

/** As in a report. */
export async function readMachine(system: HostSystem) {
  const { boot_id, ...described } = await system.describe()
  const addresses = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .map(({ address }) => address)
  const machine = {
    hostname: hostname(),
    ...described,
    kernel: release(),
    arch: arch(),
    cpu_cores: availableParallelism(),
    memory_bytes: totalmem(),
    ip_addresses: [...new Set(addresses)].slice(0, maxAddresses),
  }
  return { boot_id, machine }
}
