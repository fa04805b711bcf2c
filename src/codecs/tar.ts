// Writes tar archives (ustar): plain files in their order, without times, owners or anything else of this machine.

export interface TarFile {
  /** Relative, with slashes. */
  readonly path: string
  readonly content: Buffer
  readonly isProgram?: boolean
}

const block = 512
const maxName = 100
const maxPrefix = 155

export function tarOf(files: readonly TarFile[]): Buffer {
  const parts = files.flatMap(({ content, ...file }) => [
    tarHeader({ ...file, size: content.length }),
    content,
    padding(content.length),
  ])
  return Buffer.concat([...parts, tarEnd])
}

/** What stands before the content of a file. */
export function tarHeader({ path, size, isProgram }: Omit<TarFile, 'content'> & { readonly size: number }): Buffer {
  const header = Buffer.alloc(block)
  const octal = (value: number, at: number, length: number): void =>
    void header.write(value.toString(8).padStart(length - 1, '0'), at)
  const { prefix, name } = split(path)
  header.write(name, 0)
  octal(isProgram ? 0o755 : 0o644, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  // 1980: some programs call an earlier time implausible.
  octal(315_532_800, 136, 12)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  header.write(prefix, 345)
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** What stands after the content of a file of this size. */
export const padding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block)

export const tarEnd: Buffer = Buffer.alloc(2 * block)

function split(path: string): { prefix: string; name: string } {
  if (Buffer.byteLength(path) <= maxName) return { prefix: '', name: path }
  const at = path.indexOf('/', path.length - maxName - 1)
  const prefix = path.slice(0, at)
  const name = path.slice(at + 1)
  if (at === -1 || Buffer.byteLength(prefix) > maxPrefix || Buffer.byteLength(name) > maxName)
    throw new Error(`${path} is too long for an archive`)
  return { prefix, name }
}
