// System calls that nothing in a box has a use for, as a filter for the kernel (classic BPF). Refused are those that make memory
// which belongs to no process, further namespaces and mounts, and those that most holes of the kernel were found in.

interface Numbers {
  /** AUDIT_ARCH_… */
  readonly architecture: number
  readonly clone: number
  readonly setsid: number
  readonly refused: readonly number[]
}

// memfd_secret, io_uring_setup, io_uring_enter, io_uring_register, open_tree, move_mount, fsopen, fsconfig, fsmount, mount_setattr
const alike = [447, 425, 426, 427, 428, 429, 430, 431, 432, 442]
const clone3 = 435

// memfd_create, shmget, unshare, setns, ptrace, bpf, userfaultfd, keyctl, add_key, request_key, mount, umount2, pivot_root,
// perf_event_open, kexec_load, init_module, finit_module
const numbers: Readonly<Partial<Record<NodeJS.Architecture, Numbers>>> = {
  x64: {
    architecture: 0xc000003e,
    clone: 56,
    setsid: 112,
    refused: [...alike, 319, 29, 272, 308, 101, 321, 323, 250, 248, 249, 165, 166, 155, 298, 246, 175, 313],
  },
  arm64: {
    architecture: 0xc00000b7,
    clone: 220,
    setsid: 157,
    refused: [...alike, 279, 194, 97, 268, 117, 280, 282, 219, 217, 218, 40, 39, 41, 241, 104, 105, 273],
  },
}

const [load, equal, atLeast, anyBit, answer] = [0x20, 0x15, 0x35, 0x45, 0x06]
const [numberAt, architectureAt, firstArgumentAt] = [0, 4, 16]
const [allow, end] = [0x7fff0000, 0x80000000]
const refuse = (errno: number): number => 0x00050000 | errno
const [nothing, EPERM, ENOSYS] = [0, 1, 38]
const newUserNamespace = 0x10000000
const otherCallingConvention = 0x40000000

/** Undefined for processors whose numbers are not known here. */
export function systemCallFilter(processor: NodeJS.Architecture = process.arch): Buffer | undefined {
  const known = numbers[processor]
  if (!known) return undefined
  return Buffer.concat([
    step(load, architectureAt),
    step(equal, known.architecture, { holds: 1 }),
    step(answer, end),
    step(load, numberAt),
    step(atLeast, otherCallingConvention, { otherwise: 1 }),
    step(answer, refuse(ENOSYS)),
    // The C library falls back to clone, whose flags can be looked at.
    step(equal, clone3, { otherwise: 1 }),
    step(answer, refuse(ENOSYS)),
    // A new session would have a share of the processor beside everybody else's. Who asks for one goes on without.
    step(equal, known.setsid, { otherwise: 1 }),
    step(answer, refuse(nothing)),
    step(equal, known.clone, { otherwise: 4 }),
    step(load, firstArgumentAt),
    step(anyBit, newUserNamespace, { otherwise: 1 }),
    step(answer, refuse(EPERM)),
    step(load, numberAt),
    ...known.refused.flatMap((number) => [step(equal, number, { otherwise: 1 }), step(answer, refuse(EPERM))]),
    step(answer, allow),
  ])
}

/** One instruction; `holds` and `otherwise` say how many to skip in either case. */
function step(code: number, value: number, { holds = 0, otherwise = 0 } = {}): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(holds, 2)
  bytes.writeUInt8(otherwise, 3)
  bytes.writeUInt32LE(value >>> 0, 4)
  return bytes
}
