import { describe, expect, it } from 'vitest'
import { availableBytes, macMounts, macNetwork, macProcesses, swapMegabytes } from './parse.ts'

describe('what macOS prints about itself', () => {
  it('memory', () => {
    const text = `Mach Virtual Memory Statistics: (page size of 16384 bytes)
Pages free:                               12345.
Pages active:                            345678.
Pages inactive:                          300000.
Pages speculative:                         2000.
Pages throttled:                              0.
Pages wired down:                        123456.
`
    expect(availableBytes(text)).toBe((12_345 + 300_000 + 2000) * 16_384)
    expect(availableBytes('')).toBeNull()
  })

  it('swap', () => {
    expect(swapMegabytes('total = 2048.00M  used = 512.25M  free = 1535.75M  (encrypted)\n')).toEqual({
      total: 2048,
      used: 512.25,
    })
    expect(swapMegabytes('none')).toBeNull()
  })

  it('disks, without those of the system that nobody can fill', () => {
    const text = `/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
devfs on /dev (devfs, local, nobrowse)
/dev/disk3s6 on /System/Volumes/VM (apfs, local, noexec, journaled, noatime, nobrowse)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse, protect, root data)
map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)
//me@nas/share on /Volumes/share (smbfs, nodev, nosuid, mounted by me)
/dev/disk5s1 on /Volumes/My Disk (1) (exfat, local, nodev, nosuid, noowners)
`
    expect(macMounts(text).map(({ path }) => path)).toEqual(['/', '/System/Volumes/Data', '/Volumes/My Disk (1)'])
  })

  it('network, once for each interface', () => {
    const text = `Name       Mtu   Network       Address            Ipkts Ierrs     Ibytes    Opkts Oerrs     Obytes  Coll
lo0        16384 <Link#1>                        100000     0   50000000   100000     0   50000000     0
en0        1500  <Link#11>   a4:83:e7:00:00:01  2000000     3 1500000000  1000000     1  200000000     0
en0        1500  192.0.2       192.0.2.7        2000000     - 1500000000  1000000     -  200000000     -
utun0*     1380  <Link#15>                            10     0       1000       20     0       2000     0
`
    expect(macNetwork(text)).toEqual([
      { name: 'en0', receivedBytes: 1_500_000_000, sentBytes: 200_000_000, errors: 4 },
      { name: 'utun0', receivedBytes: 1000, sentBytes: 2000, errors: 0 },
    ])
  })

  it('processes', () => {
    const text = `    1 Ss    14032   5:31.20 root             /sbin/launchd
  812 S    412090   1:02:03.50 _postgres        /usr/local/bin/postgres
  900 Z        0   0:00.00 somebody         (gone)
`
    expect(macProcesses(text)).toEqual([
      { pid: 1, name: 'launchd', isZombie: false, cpu: 33_120, residentPages: 3508, startedAt: 0, user: 'root' },
      expect.objectContaining({ pid: 812, name: 'postgres', cpu: 372_350, user: '_postgres' }),
      expect.objectContaining({ pid: 900, isZombie: true, name: '(gone)' }),
    ])
  })
})
