// What a program is asked, and how it answers: frames on file descriptor 3, each a line of JSON; a file's bytes follow its line.
import { Socket } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Order<T> {
  readonly input: T
  /** The only way out: `http://127.0.0.1:PORT`. */
  readonly proxy: string
  /** The browser's executable. */
  readonly chromium: string
}

export async function readOrder<T>(): Promise<Order<T>> {
  return JSON.parse(await text(process.stdin)) as Order<T>
}

const answers = new Socket({ fd: 3, readable: false, writable: true })

/** At most 20 of them, 30 MB together: what is more ends the program without an answer. */
export async function sendFile(name: string, bytes: Uint8Array): Promise<void> {
  await write(`${JSON.stringify({ file: name, bytes: bytes.length })}\n`)
  await write(bytes)
}

/** The last frame. Whatever still runs in the box then is ended. */
export async function sendOutput(output: unknown): Promise<void> {
  await write(`${JSON.stringify({ output })}\n`)
}

function write(chunk: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => answers.write(chunk, (error) => (error ? reject(error) : resolve())))
}
