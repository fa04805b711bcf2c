// What an SSH server says before anything is encrypted: who it is, and which algorithms it offers.
const maxGreetingBytes = 65_536
const maxPacketBytes = 65_536
const keyExchangeInit = 20
const cookieBytes = 16

export interface SshAlgorithms {
  readonly hostKeys: readonly string[]
  /** Every name of every list, each once. */
  readonly all: readonly string[]
}

/** Listens in on the first bytes of a session that somebody else conducts. */
export class SshServerHello {
  /** `SSH-2.0-OpenSSH_9.2p1 Debian-2` */
  identification: string | null = null
  algorithms: SshAlgorithms | null = null
  /** What it says is not SSH, or never becomes it. */
  isNotSsh = false
  #held: Buffer = Buffer.alloc(0)
  #greetingBytes = 0

  push(chunk: Buffer): void {
    if (this.algorithms || this.isNotSsh) return
    this.#held = Buffer.concat([this.#held, chunk])
    while (this.identification === null) {
      const end = this.#held.indexOf(10)
      if (end < 0) return void (this.isNotSsh = this.#held.length > maxGreetingBytes)
      const line = this.#held.toString('latin1', 0, end).replace(/\r$/, '')
      this.#held = this.#held.subarray(end + 1)
      // Lines before it are for people; RFC 4253 allows them.
      if (line.startsWith('SSH-')) this.identification = line
      else if ((this.#greetingBytes += end + 1) > maxGreetingBytes) return void (this.isNotSsh = true)
    }
    this.#readAlgorithms()
  }

  #readAlgorithms(): void {
    if (this.#held.length < 6) return
    const length = this.#held.readUInt32BE(0)
    if (length > maxPacketBytes || this.#held[5] !== keyExchangeInit) return void (this.isNotSsh = true)
    if (this.#held.length >= 4 + length)
      this.algorithms = algorithmsIn(this.#held.subarray(6 + cookieBytes, 4 + length))
  }
}

/** Ten lists of names, of which compression and languages weaken nothing. */
function algorithmsIn(packet: Buffer): SshAlgorithms {
  const lists: string[][] = []
  let at = 0
  while (lists.length < 6 && at + 4 <= packet.length) {
    const end = at + 4 + packet.readUInt32BE(at)
    lists.push(
      packet
        .toString('latin1', at + 4, Math.min(end, packet.length))
        .split(',')
        .filter((name) => name !== ''),
    )
    at = end
  }
  return { hostKeys: lists[1] ?? [], all: [...new Set(lists.flat())] }
}

/** Those that rest on SHA-1, on CBC or on DSS. A host key named ssh-rsa signs with SHA-1. */
export function weakAlgorithms({ all }: SshAlgorithms): string[] {
  return all.filter((name) => /sha1(?!\d)|-cbc|^ssh-(rsa|dss)(-cert|$)/.test(name))
}
