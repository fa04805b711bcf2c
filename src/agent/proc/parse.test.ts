// With files from real machines.
import { describe, expect, it } from 'vitest'
import {
  cpuTimes,
  diskCounters,
  loads,
  memory,
  mounts,
  networkCounters,
  oomKills,
  osRelease,
  processStat,
} from './parse.ts'
import { type Counters, ratesBetween } from './rates.ts'

const stat = `cpu  3357 12 4313 1362393 120 8 96 40 0 0
cpu0 1393 0 2043 681197 60 4 48 20 0 0
intr 114930548 113199788 3 0 5 263 0 4
ctxt 1990473
btime 1062191376
procs_running 1
procs_blocked 0
`

const meminfo = `MemTotal:        8127452 kB
MemFree:          301232 kB
MemAvailable:    4063726 kB
Buffers:          120332 kB
SwapTotal:       2097148 kB
SwapFree:        1048574 kB
HugePages_Total:       0
`

const diskstats = `   7       0 loop0 11 0 28 0 0 0 0 0 0 4 0 0 0 0 0 0 0
 253       0 vda 5000 20 400000 900 7000 40 800000 2200 0 1500 3100 0 0 0 0 12 4
 253       1 vda1 4900 20 390000 890 7000 40 800000 2200 0 1490 3090 0 0 0 0 0 0
 259       0 nvme0n1 100 0 2000 10 200 0 4000 20 0 30 30 0 0 0 0 0 0
 252       0 dm-0 5100 0 401000 950 7100 0 801000 2300 0 1550 3250 0 0 0 0 0 0
`

const netDev = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 1000000    8000    0    0    0     0          0         0  1000000    8000    0    0    0     0       0          0
  eth0: 5000000   40000    3    0    0     0          0         0  2500000   30000    1    0    0     0       0          0
wg0:4294967296 1 0 0 0 0 0 0 17 1 0 0 0 0 0 0
`

const table = `sysfs /sys sysfs rw,nosuid,nodev,noexec,relatime 0 0
/dev/vda1 / ext4 rw,relatime 0 0
tmpfs /run tmpfs rw,nosuid,nodev,size=812748k,mode=755 0 0
/dev/vdb /srv/my\\040files xfs rw 0 0
/dev/vda1 /var/lib/docker/volumes/data ext4 rw 0 0
overlay /var/lib/docker/overlay2/1/merged overlay rw 0 0
nas:/export /mnt/nas nfs4 rw,hard 0 0
/dev/loop3 /snap/core/1 squashfs ro 0 0
`

describe('the files of /proc', () => {
  it('describe the processor', () => {
    expect(cpuTimes(stat)).toEqual({ total: 1_370_339, idle: 1_362_393, iowait: 120, steal: 40 })
    expect(cpuTimes('cpu 1 2 3 4')).toEqual({ total: 10, idle: 4, iowait: 0, steal: 0 })
    expect(cpuTimes('')).toBeNull()
  })

  it('describe memory', () => {
    const kilobyte = 1024
    expect(memory(meminfo)).toEqual({
      total: 8_127_452 * kilobyte,
      available: 4_063_726 * kilobyte,
      swapTotal: 2_097_148 * kilobyte,
      swapFree: 1_048_574 * kilobyte,
    })
    expect(memory('MemTotal: 10 kB\nMemFree: 4 kB\n')).toEqual({
      total: 10_240,
      available: 4096,
      swapTotal: 0,
      swapFree: 0,
    })
    expect(memory('')).toBeNull()
  })

  it('describe the load', () => {
    expect(loads('0.42 1.05 12.90 3/512 29382\n')).toEqual([0.42, 1.05, 12.9])
    expect(loads('')).toBeNull()
  })

  it('describe whole disks, each byte once', () => {
    expect(diskCounters(diskstats)).toEqual([
      { name: 'vda', readBytes: 204_800_000, writtenBytes: 409_600_000, busyMs: 1500 },
      { name: 'nvme0n1', readBytes: 1_024_000, writtenBytes: 2_048_000, busyMs: 30 },
    ])
  })

  it('describe the network, without the loopback', () => {
    expect(networkCounters(netDev)).toEqual([
      { name: 'eth0', receivedBytes: 5_000_000, sentBytes: 2_500_000, errors: 4 },
      { name: 'wg0', receivedBytes: 4_294_967_296, sentBytes: 17, errors: 0 },
    ])
  })

  it('list the mount points of local disks, each once', () => {
    expect(mounts(table)).toEqual([
      { device: '/dev/vda1', path: '/' },
      { device: '/dev/vdb', path: '/srv/my files' },
    ])
    const inContainer = `overlay / overlay rw 0 0
/dev/vda1 /etc/hosts ext4 rw 0 0
/dev/vda1 /host ext4 ro 0 0
/dev/vdb /host/srv/my\\040files xfs ro 0 0
/dev/vdc /hosts xfs ro 0 0
`
    expect(mounts(inContainer, '/host').map(({ path }) => path)).toEqual(['/', '/srv/my files'])
    expect(mounts('overlay / overlay rw 0 0\n')).toEqual([{ device: 'overlay', path: '/' }])
  })

  it('describe a process, whatever its name', () => {
    const line = `1234 (tmux: (ser) ver) S 1 1234 1234 0 -1 4194560 1500 0 2 0 77 23 0 0 20 0 1 0 86542 12345678 987 18446744073709551615 1 1`
    expect(processStat(line)).toEqual({
      pid: 1234,
      name: 'tmux: (ser) ver',
      isZombie: false,
      cpu: 100,
      startedAt: 86_542,
      residentPages: 987,
    })
    expect(processStat(line.replace(') S 1', ') Z 1'))?.isZombie).toBe(true)
    expect(processStat('')).toBeNull()
  })

  it('count processes killed for lack of memory, and name the system', () => {
    expect(oomKills('nr_free_pages 12\noom_kill 3\n')).toBe(3)
    expect(oomKills('nr_free_pages 12\n')).toBeNull()
    expect(osRelease('PRETTY_NAME="Debian 13"\nNAME="Debian GNU/Linux"\nVERSION="13 (trixie)"\nID=debian\n')).toEqual({
      name: 'Debian GNU/Linux',
      version: '13 (trixie)',
    })
    expect(osRelease('NAME=Alpine\nVERSION_ID=3.22')).toEqual({ name: 'Alpine', version: '3.22' })
    expect(osRelease('')).toEqual({ name: 'Linux', version: null })
  })
})

describe('rates', () => {
  const before: Counters = {
    at: 1000,
    cpu: { total: 1000, idle: 600, iowait: 100, steal: 0 },
    disks: [{ name: 'vda', readBytes: 1000, writtenBytes: 0, busyMs: 100 }],
    network: [{ name: 'eth0', receivedBytes: 0, sentBytes: 500, errors: 1 }],
    oomKills: 2,
  }
  const after: Counters = {
    at: 11_000,
    cpu: { total: 2000, idle: 1300, iowait: 150, steal: 10 },
    disks: [
      { name: 'vda', readBytes: 21_000, writtenBytes: 10_000, busyMs: 5100 },
      { name: 'vdb', readBytes: 9e9, writtenBytes: 9e9, busyMs: 9e9 },
    ],
    network: [{ name: 'eth0', receivedBytes: 40_000, sentBytes: 1500, errors: 3 }],
    oomKills: 3,
  }

  it('are the changes between two readings', () => {
    expect(ratesBetween(before, after)).toEqual({
      cpu_pct: 25,
      cpu_iowait_pct: 5,
      cpu_steal_pct: 1,
      disk_read_bps: 2000,
      disk_write_bps: 1000,
      disk_util_pct_max: 50,
      net_rx_bps: 4000,
      net_tx_bps: 100,
      net_errors: 2,
      oom_kills: 1,
    })
  })

  it('are shares of the processor, even if Linux resets some of its counters', () => {
    const cpu = (total: number, idle: number, iowait: number, steal: number): Counters => ({
      ...before,
      at: total * 10,
      cpu: { total, idle, iowait, steal },
    })
    const shares = (from: Counters, to: Counters) => {
      const { cpu_pct: used, cpu_iowait_pct: waited, cpu_steal_pct: stolen } = ratesBetween(from, to)
      return [used, waited, stolen]
    }
    expect(shares(cpu(1000, 600, 100, 0), cpu(1100, 400, 400, 0))).toEqual([0, 100, 0])
    expect(shares(cpu(1000, 600, 100, 0), cpu(1100, 600, 0, 200))).toEqual([100, 0, 100])
  })

  it('are omitted when counters were reset or no time has passed', () => {
    expect(ratesBetween(after, { ...before, at: 20_000 })).toEqual({})
    expect(ratesBetween(before, { ...after, at: 1000 })).toEqual({})
  })
})
