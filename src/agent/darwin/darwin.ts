// macOS, from Node and the programs that come with it.
import { cpus, loadavg, totalmem, uptime } from 'node:os'
import type { CpuTimes } from '../proc/parse.ts'
import { outputOf } from '../programs.ts'
import { type HostSystem, percent } from '../system.ts'
import { type MacProcess, availableBytes, macMounts, macNetwork, macProcesses, swapMegabytes } from './parse.ts'

const megabyte = 1024 * 1024
const processFields = 'pid=,stat=,rss=,time=,user=,comm='

export function darwinSystem(): HostSystem {
  const output = async (program: string, ...words: string[]): Promise<string> => (await outputOf(program, words)) ?? ''
  return {
    isOwn: true,
    pathOf: (path) => path,
    describe: async () => ({
      os: 'macOS',
      os_version: (await output('sw_vers', '-productVersion')).trim() || null,
      boot_id: (await output('sysctl', '-n', 'kern.bootsessionuuid')).trim() || null,
    }),
    counters: async () => ({
      cpu: allProcessors(),
      disks: [],
      network: macNetwork(await output('netstat', '-ibn')),
      oomKills: null,
    }),
    async levels() {
      const [load1 = 0, load5 = 0, load15 = 0] = loadavg()
      const available = availableBytes(await output('vm_stat'))
      const swap = swapMegabytes(await output('sysctl', '-n', 'vm.swapusage'))
      return {
        load1,
        load5,
        load15,
        ...(available !== null && {
          mem_used_pct: percent(totalmem() - available, totalmem()),
          mem_available_bytes: available,
        }),
        ...(swap && swap.total > 0 && { swap_used_pct: percent(swap.used * megabyte, swap.total * megabyte) }),
        uptime_s: Math.floor(uptime()),
      }
    },
    mounts: async () => macMounts(await output('mount')),
    processes: async () => macProcesses(await output('ps', '-axo', processFields)),
    userOf: (process) => (process as MacProcess).user,
  }
}

/** Milliseconds instead of ticks: only shares of them are used. */
function allProcessors(): CpuTimes {
  const times = cpus().map((one) => one.times)
  const sum = (pick: (one: (typeof times)[number]) => number): number => times.reduce((all, one) => all + pick(one), 0)
  const idle = sum((one) => one.idle)
  return { total: sum(({ user, nice, sys, irq }) => user + nice + sys + irq) + idle, idle, iowait: 0, steal: 0 }
}
