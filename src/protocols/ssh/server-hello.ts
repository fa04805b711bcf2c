// The messages of an SSH server before encryption: its version and its algorithms.
const maxGreetingBytes = 65_536
const maxPacketBytes = 65_536
const keyExchangeInit = 20
const cookieBytes = 16

export interface SshAlgorithms {
  readonly hostKeys: readonly string[]
  /** Every name of every list, each once. */
  readonly all: readonly string[]
}

/** Observes the first bytes of a session that the library conducts. */
export class SshServerHello {
  /** `SSH-2.0-OpenSSH_9.2p1 Debian-2` */
  identification: string | null = null
  algorithms: SshAlgorithms | null = null
  /** The bytes are not SSH, or exceed the limit before they are. */
  isNotSsh = false
  #buffer: Buffer = Buffer.alloc(0)
  #greetingBytes = 0

  push(chunk: Buffer): void {
    if (this.algorithms || this.isNotSsh) return
    this.#buffer = Buffer.concat([this.#buffer, chunk])
    while (this.identification === null) {
      const end = this.#buffer.indexOf(10)
      if (end < 0) return void (this.isNotSsh = this.#buffer.length > maxGreetingBytes)
      const line = this.#buffer.toString('latin1', 0, end).replace(/\r$/, '')
      this.#buffer = this.#buffer.subarray(end + 1)
      // RFC 4253 allows lines for people before it.
      if (line.startsWith('SSH-')) this.identification = line
      else if ((this.#greetingBytes += end + 1) > maxGreetingBytes) return void (this.isNotSsh = true)
    }
    this.#readAlgorithms()
  }

  #readAlgorithms(): void {
    if (this.#buffer.length < 6) return
    const length = this.#buffer.readUInt32BE(0)
    if (length > maxPacketBytes || this.#buffer[5] !== keyExchangeInit) return void (this.isNotSsh = true)
    if (this.#buffer.length >= 4 + length)
      this.algorithms = algorithmsIn(this.#buffer.subarray(6 + cookieBytes, 4 + length))
  }
}

/** Ten name lists; compression and languages are ignored, because they weaken nothing. */
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

/** The algorithms that use SHA-1, CBC or DSS. A host key named ssh-rsa signs with SHA-1. */
export function weakAlgorithms({ all }: SshAlgorithms): string[] {
  return all.filter((name) => /sha1(?!\d)|-cbc|^ssh-(rsa|dss)(-cert|$)/.test(name))
}
