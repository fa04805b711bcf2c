// A seccomp filter (classic BPF) that refuses the system calls that nothing in a box needs: those that allocate kernel
// memory which belongs to no process, reach into other processes, make namespaces or mounts, or are known for kernel
// vulnerabilities.

type Processor = 'x64' | 'arm64'

/** The numbers on x64 and arm64; null if the call does not exist there. */
type CallNumbers = readonly [number, number | null]

const refusedCalls: Readonly<Record<string, CallNumbers>> = {
  // Kernel memory that counts for no process.
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  shmget: [29, 194],
  semget: [64, 190],
  msgget: [68, 186],
  mq_open: [240, 180],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  io_setup: [206, 0],
  fanotify_init: [300, 262],
  seccomp: [317, 277],
  landlock_create_ruleset: [444, 444],
  // Other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  process_madvise: [440, 440],
  process_mrelease: [448, 448],
  // Namespaces, mounts and files by their handle.
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_tree_attr: [467, 467],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  // The machine itself, and sources of most kernel vulnerabilities.
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  perf_event_open: [298, 241],
  syslog: [103, 116],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  acct: [163, 89],
  swapon: [167, 224],
  swapoff: [168, 225],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  modify_ldt: [154, null],
}

const calls = {
  clone: [56, 220],
  clone3: [435, 435],
  setsid: [112, 157],
  socket: [41, 198],
  socketpair: [53, 199],
  setsockopt: [54, 208],
  prctl: [157, 167],
} satisfies Record<string, CallNumbers>

const architectures: Readonly<Record<Processor, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 }

const [load, equal, atLeast, anyBit, answer] = [0x20, 0x15, 0x35, 0x45, 0x06]
const [numberAt, architectureAt] = [0, 4]
const argumentAt = (index: number): number => 16 + 8 * index
const [allow, end] = [0x7fff0000, 0x80000000]
const refuse = (errno: number): number => 0x00050000 | errno
const [nothing, EPERM, ENOSYS, EAFNOSUPPORT] = [0, 1, 38, 97]
const newUserNamespace = 0x10000000
const otherCallingConvention = 0x40000000
// Unix, IPv4, IPv6, netlink. Others lead out of the network namespace (vsock) or load kernel modules.
const socketFamilies = [1, 2, 10, 16]
const socketLevel = 1
// SO_SNDBUF, SO_RCVBUF and their FORCE forms: with the default sizes, counting sockets limits the memory they hold.
const bufferSizes = [7, 8, 32, 33]
// SO_ATTACH_FILTER, SO_ATTACH_BPF and both for groups of sockets.
const socketPrograms = [26, 50, 51, 52]
const setSeccompFilter = 22

/** Undefined for processors without call numbers here. */
export function systemCallFilter(processor: NodeJS.Architecture = process.arch): Buffer | undefined {
  if (processor !== 'x64' && processor !== 'arm64') return undefined
  const numberOf = (numbers: CallNumbers): number | null => numbers[processor === 'x64' ? 0 : 1]
  const on = (call: keyof typeof calls, steps: readonly Buffer[]): Buffer[] => whenEqual(numberOf(calls[call])!, steps)
  const refused = Object.values(refusedCalls).map(numberOf)
  return Buffer.concat([
    step(load, architectureAt),
    step(equal, architectures[processor], { holds: 1 }),
    step(answer, end),
    step(load, numberAt),
    step(atLeast, otherCallingConvention, { otherwise: 1 }),
    step(answer, refuse(ENOSYS)),
    // The C library falls back to clone, whose flags the filter can read.
    ...on('clone3', [step(answer, refuse(ENOSYS))]),
    // A new session would get its own share of the processor. Callers get 0 and continue in the old one.
    ...on('setsid', [step(answer, refuse(nothing))]),
    ...on('clone', [
      step(load, argumentAt(0)),
      step(anyBit, newUserNamespace, { otherwise: 1 }),
      step(answer, refuse(EPERM)),
      step(load, numberAt),
    ]),
    ...on('prctl', [
      step(load, argumentAt(0)),
      ...whenEqual(setSeccompFilter, [step(answer, refuse(EPERM))]),
      step(answer, allow),
    ]),
    ...on('socket', familyCheck),
    ...on('socketpair', familyCheck),
    ...on('setsockopt', [
      step(load, argumentAt(1)),
      ...whenEqual(socketLevel, [
        step(load, argumentAt(2)),
        ...bufferSizes.flatMap((option) => whenEqual(option, [step(answer, refuse(nothing))])),
        ...socketPrograms.flatMap((option) => whenEqual(option, [step(answer, refuse(EPERM))])),
      ]),
      step(answer, allow),
    ]),
    ...refused.flatMap((number) => (number === null ? [] : whenEqual(number, [step(answer, refuse(EPERM))]))),
    step(answer, allow),
  ])
}

const familyCheck = [
  step(load, argumentAt(0)),
  ...socketFamilies.flatMap((family) => whenEqual(family, [step(answer, allow)])),
  step(answer, refuse(EAFNOSUPPORT)),
]

/** Runs these steps if the last loaded value is this one. */
function whenEqual(value: number, steps: readonly Buffer[]): Buffer[] {
  return [step(equal, value, { otherwise: steps.length }), ...steps]
}

/** One instruction; `holds` and `otherwise` are how many instructions to skip in each case. */
function step(code: number, value: number, { holds = 0, otherwise = 0 } = {}): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(holds, 2)
  bytes.writeUInt8(otherwise, 3)
  bytes.writeUInt32LE(value >>> 0, 4)
  return bytes
}
