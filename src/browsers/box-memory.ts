// The memory of a box: that of its processes, and kernel memory for them.
import { readFileSync, readdirSync } from 'node:fs'

const maxMemory = 1536 * 1024 * 1024
// A socket holds up to 208 KB and a pipe up to 64 KB that count for no process. A browser with a full page has a few
// hundred.
const maxSockets = 2048
const maxOpenFiles = 65_536
// TCP buffers grow to several megabytes; below this limit, those of the whole machine do not matter.
const maxUncountedTcpBytes = 64 * 1024 * 1024
const pageBytes = 4096

/** Whether the box has more than it may have, counting what the kernel holds for it. */
export function hasTooMuchMemory(pid: number): boolean {
  const processes = processesOf(pid)
  const statuses = processes.map((process) => textOf(`${process}/status`))
  const openFiles = sum(statuses, (status) => numbersIn(status, /^FDSize:\s+(\d+)/gm))
  if (socketsOf(pid) > maxSockets || openFiles > maxOpenFiles) return true
  // Page tables count: reading empty memory allocates no other page.
  const tables = sum(statuses, (status) => kilobytesIn(status, /^VmPTE:\s+(\d+)/gm))
  const ofKernel = tables + tcpBytesOf(pid)
  // Shared memory counts for each process: fast, and never too low. Only above the limit, exact shares are read,
  // which costs some milliseconds per process.
  const atMost = sum(statuses, (status) => kilobytesIn(status, /^Rss(?:Anon|Shmem):\s+(\d+)/gm))
  return atMost + ofKernel > maxMemory && sum(processes, shareOf) + ofKernel > maxMemory
}

const shareOf = (process: string): number =>
  kilobytesIn(textOf(`${process}/smaps_rollup`), /^Pss(?:_Anon|_Shmem):\s+(\d+)/gm)

/** Sockets of all families, also closed ones with unread data. */
const socketsOf = (pid: number): number => numbersIn(textOf(`/proc/${pid}/net/sockstat`), /^sockets: used (\d+)/gm)

/** Data in flight on the connections of the box. The kernel counts pages for the whole machine, data per box. */
function tcpBytesOf(pid: number): number {
  const ofMachine = numbersIn(textOf(`/proc/${pid}/net/sockstat`), /^TCP: .* mem (\d+)/gm) * pageBytes
  if (ofMachine < maxUncountedTcpBytes) return 0
  return sum(['tcp', 'tcp6'], (protocol) =>
    [...textOf(`/proc/${pid}/net/${protocol}`).matchAll(/ ([\dA-F]{8}):([\dA-F]{8}) /g)].reduce(
      (total, [, sent, received]) => total + Number.parseInt(sent!, 16) + Number.parseInt(received!, 16),
      0,
    ),
  )
}

/** The box has its own list of processes. */
function processesOf(pid: number): string[] {
  const folder = `/proc/${pid}/root/proc`
  return listed(folder)
    .filter((name) => /^\d+$/.test(name))
    .map((name) => `${folder}/${name}`)
}

const kilobytesIn = (text: string, pattern: RegExp): number => numbersIn(text, pattern) * 1024

function numbersIn(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].reduce((total, [, amount]) => total + Number(amount), 0)
}

const sum = (all: readonly string[], measure: (one: string) => number): number =>
  all.reduce((total, one) => total + measure(one), 0)

/** Processes end while they are being read. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
