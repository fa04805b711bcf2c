// Makes one system call as a program of its own: Node has no way to make any it likes.
import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The error number, 0 if the kernel did it. For x64. */
export function errnoOf(number: number, args: readonly number[] = []): number | null {
  const file = join(tmpdir(), 'system-call')
  writeFileSync(file, programFor(number, args))
  chmodSync(file, 0o700)
  return spawnSync(file).status
}

const [address, headerBytes] = [0x400000n, 120]

/** An ELF file with one segment, which ends with the error number as its exit code. */
function programFor(number: number, [first = 0, second = 0, third = 0]: readonly number[]): Buffer {
  const move = (register: number, value: number): Buffer => {
    const code = Buffer.from([register, 0, 0, 0, 0])
    code.writeInt32LE(value, 1)
    return code
  }
  const code = Buffer.concat([
    move(0xb8, number),
    move(0xbf, first),
    move(0xbe, second),
    move(0xba, third),
    // xor r10, r10; xor r8, r8; syscall
    Buffer.from('4d31d24d31c00f05', 'hex'),
    // test rax, rax; jns; neg eax; mov edi, eax; jmp; xor edi, edi
    Buffer.from('4885c07906f7d889c7eb0231ff', 'hex'),
    // exit
    move(0xb8, 60),
    Buffer.from('0f05', 'hex'),
  ])
  return Buffer.concat([headers(headerBytes + code.length), code])
}

function headers(size: number): Buffer {
  const bytes = Buffer.alloc(headerBytes)
  bytes.write('7f454c46020101', 0, 'hex')
  bytes.writeUInt16LE(2, 16)
  bytes.writeUInt16LE(62, 18)
  bytes.writeUInt32LE(1, 20)
  bytes.writeBigUInt64LE(address + BigInt(headerBytes), 24)
  bytes.writeBigUInt64LE(64n, 32)
  ;[64, 56, 1].forEach((value, n) => bytes.writeUInt16LE(value, 52 + 2 * n))
  bytes.writeUInt32LE(1, 64)
  bytes.writeUInt32LE(5, 68)
  bytes.writeBigUInt64LE(address, 80)
  bytes.writeBigUInt64LE(address, 88)
  bytes.writeBigUInt64LE(BigInt(size), 96)
  bytes.writeBigUInt64LE(BigInt(size), 104)
  bytes.writeBigUInt64LE(4096n, 112)
  return bytes
}
