// A script of a browser check has the kernel allocate memory that no process is charged for. It stops long before the
// machine is at risk.
import { attempted, noBoxes } from '../kit/browser/boxes.ts'
import type { Trial, TrialResult, TrialSize } from '../kit/run/trials.ts'

const [EPERM, EAFNOSUPPORT] = [1, 97]
const create = 0o1600

// Number and arguments on x64, and the error that is expected.
const calls: Readonly<Record<string, { readonly call: readonly number[]; readonly errno: number }>> = {
  semget: { call: [64, 0, 32_000, create], errno: EPERM },
  msgget: { call: [68, 0, create], errno: EPERM },
  shmget: { call: [29, 0, 4096, create], errno: EPERM },
  mq_open: { call: [240], errno: EPERM },
  memfd_create: { call: [319], errno: EPERM },
  memfd_secret: { call: [447], errno: EPERM },
  pidfd_getfd: { call: [438], errno: EPERM },
  process_vm_readv: { call: [310], errno: EPERM },
  process_vm_writev: { call: [311], errno: EPERM },
  add_key: { call: [248], errno: EPERM },
  keyctl: { call: [250], errno: EPERM },
  userfaultfd: { call: [323], errno: EPERM },
  bpf: { call: [321], errno: EPERM },
  io_uring_setup: { call: [425, 8], errno: EPERM },
  io_setup: { call: [206, 8], errno: EPERM },
  perf_event_open: { call: [298], errno: EPERM },
  fanotify_init: { call: [300], errno: EPERM },
  'socket of the hypervisor': { call: [41, 40, 1], errno: EAFNOSUPPORT },
  'socket of kernel cryptography': { call: [41, 38, 5], errno: EAFNOSUPPORT },
  // Without a socket that answers "done" only if the filter answers.
  'larger socket buffers': { call: [54, -1, 1, 7], errno: 0 },
}

async function callsNotRefused(): Promise<string[]> {
  if (process.arch !== 'x64') return []
  const to = JSON.stringify(Object.fromEntries(Object.entries(calls).map(([name, { call }]) => [name, call])))
  const output = (await attempted('systemCalls', { to })).output as Record<string, number | null>
  return Object.entries(calls)
    .filter(([name, { errno }]) => output[name] !== errno)
    .map(([name]) => `A box may use ${name} (error ${output[name]}).`)
}

async function notEnded(attempt: string, reason: 'memory' | 'disk'): Promise<string[]> {
  const { ended } = await attempted(attempt, { deadlineMs: 60_000 })
  return ended === reason
    ? []
    : [`A box that tries ${attempt} is not ended for its ${reason} (${ended ?? 'it went on'}).`]
}

export const boxKernelMemory: Trial = {
  name: 'box-kernel-memory',
  promise: 'A script gets no kernel memory beyond the limits of its box.',
  hasShortSize: true,
  async run(size: TrialSize): Promise<TrialResult> {
    if (noBoxes !== null) return { figures: { skipped: noBoxes }, violations: [] }
    const violations = [
      ...(await callsNotRefused()),
      ...(await notEnded('emptyFiles', 'disk')),
      ...(await notEnded('sockets', 'memory')),
      ...(size === 'full' ? await notEnded('openFiles', 'memory') : []),
    ]
    return { figures: { 'system calls tried': Object.keys(calls).length }, violations }
  },
}
