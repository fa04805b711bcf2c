import { describe, expect, it } from 'vitest'
import { systemCallFilter } from './system-calls.ts'

const architectures = { x64: 0xc000003e, arm64: 0xc00000b7 }
const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97]

interface SystemCall {
  readonly number: number
  readonly args?: readonly number[]
  readonly architecture?: number
}

/** The result of the filter: 'allowed', 'killed', or the error number. */
function verdict(processor: 'x64' | 'arm64', call: SystemCall): number | 'allowed' | 'killed' {
  const { number, args = [], architecture = architectures[processor] } = call
  const filter = systemCallFilter(processor)!
  const data = Buffer.alloc(64)
  data.writeUInt32LE(number, 0)
  data.writeUInt32LE(architecture, 4)
  for (const [n, value] of args.entries()) data.writeBigInt64LE(BigInt(value), 16 + 8 * n)
  let loaded = 0
  for (let at = 0; ; at += 8) {
    const [code, holds, otherwise, value] = [
      filter.readUInt16LE(at),
      filter.readUInt8(at + 2),
      filter.readUInt8(at + 3),
      filter.readUInt32LE(at + 4),
    ]
    const jump = (condition: boolean): void => void (at += 8 * (condition ? holds : otherwise))
    if (code === 0x20) loaded = data.readUInt32LE(value)
    else if (code === 0x15) jump(loaded === value)
    else if (code === 0x35) jump(loaded >= value)
    else if (code === 0x45) jump((loaded & value) !== 0)
    else if (code === 0x06) return value === 0x7fff0000 ? 'allowed' : value === 0x80000000 ? 'killed' : value & 0xffff
    else throw new Error(`an instruction that is not known here: ${code.toString(16)}`)
  }
}

// From the headers of Linux: x64, arm64.
const refused: Readonly<Record<string, readonly [number, number]>> = {
  semget: [64, 190],
  msgget: [68, 186],
  shmget: [29, 194],
  mq_open: [240, 180],
  pidfd_getfd: [438, 438],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  keyctl: [250, 219],
  add_key: [248, 217],
  userfaultfd: [323, 282],
  bpf: [321, 280],
  io_uring_setup: [425, 425],
  io_setup: [206, 0],
  perf_event_open: [298, 241],
  memfd_create: [319, 279],
  ptrace: [101, 117],
  open_by_handle_at: [304, 265],
  fspick: [433, 433],
}

const used: Readonly<Record<string, readonly [number, number]>> = {
  read: [0, 63],
  openat: [257, 56],
  mmap: [9, 222],
  execve: [59, 221],
  clone: [56, 220],
  pipe2: [293, 59],
  getsockopt: [55, 209],
  accept4: [288, 242],
  recvmsg: [47, 212],
  inotify_init1: [294, 26],
}

describe.each(['x64', 'arm64'] as const)('on %s', (processor) => {
  const index = processor === 'x64' ? 0 : 1
  const pick = (numbers: readonly [number, number]): number => numbers[index]

  it.each(Object.keys(refused))('%s is refused', (name) => {
    expect(verdict(processor, { number: pick(refused[name]!) })).toBe(EPERM)
  })

  it.each(Object.keys(used))('%s is allowed', (name) => {
    expect(verdict(processor, { number: pick(used[name]!) })).toBe('allowed')
  })

  it('sockets of IP, Unix and netlink are allowed, and no others', () => {
    for (const number of [pick([41, 198]), pick([53, 199])]) {
      for (const family of [1, 2, 10, 16]) expect(verdict(processor, { number, args: [family] })).toBe('allowed')
      for (const family of [17, 30, 38, 40]) expect(verdict(processor, { number, args: [family] })).toBe(EAFNOSUPPORT)
    }
  })

  it('socket buffer sizes are fixed, and other options can be set', () => {
    const number = pick([54, 208])
    for (const option of [7, 8, 32, 33]) expect(verdict(processor, { number, args: [-1, 1, option] })).toBe(0)
    for (const option of [26, 50]) expect(verdict(processor, { number, args: [-1, 1, option] })).toBe(EPERM)
    expect(verdict(processor, { number, args: [-1, 1, 2] })).toBe('allowed')
    expect(verdict(processor, { number, args: [-1, 6, 7] })).toBe('allowed')
  })

  it('new user namespaces, sessions, filters and other calling conventions are refused', () => {
    expect(verdict(processor, { number: pick([56, 220]), args: [0x10000011] })).toBe(EPERM)
    expect(verdict(processor, { number: 435 })).toBe(ENOSYS)
    expect(verdict(processor, { number: pick([112, 157]) })).toBe(0)
    expect(verdict(processor, { number: pick([157, 167]), args: [22] })).toBe(EPERM)
    expect(verdict(processor, { number: pick([157, 167]), args: [15] })).toBe('allowed')
    expect(verdict(processor, { number: 0x40000000 })).toBe(ENOSYS)
    expect(verdict(processor, { number: 0, architecture: 0x40000003 })).toBe('killed')
  })
})

it('supports no other processors', () => {
  expect(systemCallFilter('ppc64')).toBeUndefined()
})
