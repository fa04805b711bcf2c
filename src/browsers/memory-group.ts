// A control group (cgroup v2) that limits all memory of a box, including kernel memory: buffers of sockets and pipes,
// page tables, locks. It needs write access to the parent of this process's own group: as root, or below a systemd unit
// with Delegate=memory and DelegateSubgroup=.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface MemoryGroup {
  /** Whether the kernel killed something in it for lack of memory. */
  ranOut(): boolean
  /** Call it when nothing runs in the group any more. */
  remove(): void
}

interface Groups {
  /** The mount point of control groups. */
  readonly root?: string
  /** The groups of this process: /proc/self/cgroup. */
  readonly own?: string
}

// Process memory (1.5 GB), full disks (0.5 GB), and kernel memory.
const maxBytes = 2304 * 1024 * 1024
const groupName = /^lapwing-box-(\d+)-\d+$/
let made = 0

/** Moves this process, and with it everything that it starts, to a new group; null if none can be created here. */
export function openMemoryGroup(pid: number, { root = '/sys/fs/cgroup', own }: Groups = {}): MemoryGroup | null {
  try {
    const parent = groupParent(root, own ?? readFileSync('/proc/self/cgroup', 'utf8'))
    if (parent === null) return null
    removeLeftGroups(parent)
    const group = join(parent, `lapwing-box-${process.pid}-${++made}`)
    mkdirSync(group)
    return fill(group, pid)
  } catch {
    return null
  }
}

function groupParent(root: string, ownGroups: string): string | null {
  const [, own] = /^0::(\/.*)$/m.exec(ownGroups) ?? []
  if (own === undefined || !existsSync(join(root, 'cgroup.controllers'))) return null
  // Next to a group with a limit, boxes would not count towards that limit.
  if (own !== '/' && textOf(join(root, own, 'memory.max')) !== 'max') return null
  const parent = join(root, dirname(own))
  const enabled = join(parent, 'cgroup.subtree_control')
  if (!textOf(enabled)?.split(' ').includes('memory')) writeFileSync(enabled, '+memory')
  return parent
}

function fill(group: string, pid: number): MemoryGroup | null {
  const remove = (): void => {
    try {
      rmdirSync(group)
    } catch {
      // The next box removes it: the kernel may need a moment longer.
    }
  }
  try {
    writeFileSync(join(group, 'memory.max'), String(maxBytes))
    // Kernels without swap do not have it.
    if (existsSync(join(group, 'memory.swap.max'))) writeFileSync(join(group, 'memory.swap.max'), '0')
    writeFileSync(join(group, 'memory.oom.group'), '1')
    writeFileSync(join(group, 'cgroup.procs'), String(pid))
  } catch {
    remove()
    return null
  }
  return { ranOut: () => /^oom_kill [1-9]/m.test(textOf(join(group, 'memory.events')) ?? ''), remove }
}

/** Groups of ended boxes, and of killed processes. */
function removeLeftGroups(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = groupName.exec(name) ?? []
    if (pid === undefined || (pid !== String(process.pid) && existsSync(`/proc/${pid}`))) continue
    try {
      rmdirSync(join(parent, name))
    } catch {
      // Something still runs in it.
    }
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}
