// The input of a program, and its output: frames on file descriptor 3, each a line of JSON; a file's bytes follow its
// line.
import { Socket } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Order<T> {
  readonly input: T
  /** The proxy: `http://127.0.0.1:PORT`. */
  readonly proxy: string
  /** The browser's executable. */
  readonly chromium: string
}

interface WholeOrder extends Order<unknown> {
  /** The program's environment before it starts. */
  readonly env: Readonly<Record<string, string>>
}

let order: Promise<WholeOrder> | undefined

export function readWholeOrder(): Promise<WholeOrder> {
  return (order ??= text(process.stdin).then((json) => JSON.parse(json) as WholeOrder))
}

export async function readOrder<T>(): Promise<Order<T>> {
  const { input, proxy, chromium } = await readWholeOrder()
  return { input: input as T, proxy, chromium }
}

const answers = new Socket({ fd: 3, readable: false, writable: true })

/** The first frame: the box is ready. */
export const sendStarted = (): Promise<void> => write(`${JSON.stringify({ started: true })}\n`)

/** At most 20 files, 30 MB together: exceeding that ends the program without a result. */
export async function sendFile(name: string, bytes: Uint8Array): Promise<void> {
  await write(`${JSON.stringify({ file: name, bytes: bytes.length })}\n`)
  await write(bytes)
}

/** The last frame. Everything that still runs in the box is killed then. */
export async function sendOutput(output: unknown): Promise<void> {
  await write(`${JSON.stringify({ output })}\n`)
}

function write(chunk: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => answers.write(chunk, (error) => (error ? reject(error) : resolve())))
}
