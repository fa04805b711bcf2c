import { randomBytes } from 'node:crypto'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { Masker } from '../../masking.ts'
import { type TraceBudget, maskTrace, newTraceBudget } from './mask-trace.ts'

function parts(secrets: readonly string[], budget: TraceBudget = newTraceBudget()) {
  const masker = new Masker()
  masker.add(...secrets)
  return { masker, budget, signal: new AbortController().signal }
}

function zip(files: Record<string, string | Buffer>): Promise<Buffer> {
  const made = new ZipFile()
  for (const [name, content] of Object.entries(files)) made.addBuffer(Buffer.from(content), name)
  made.end()
  return buffer(made.outputStream)
}

async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const opened = await fromBufferPromise(bytes)
  const files: Record<string, string> = {}
  for await (const entry of opened.eachEntry()) {
    files[entry.fileName] = await text(await opened.openReadStreamPromise(entry))
  }
  return files
}

/** The same zip, with another declared size of its file. */
function claiming(bytes: Buffer, size: number): Buffer {
  bytes.writeUInt32LE(size, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 24)
  return bytes
}

const secret = 'hünter/2 "quoted"'

describe('a trace', () => {
  it('is stored without secrets in any encoding', async () => {
    const basic = Buffer.from(`somebody:${secret}`).toString('base64')
    const spelled = [secret, encodeURIComponent(secret), JSON.stringify(secret), `Basic ${basic}`]
    const files = await unzip(await maskTrace(await zip({ 'a.trace': spelled.join('\n') }), parts([secret])))
    expect(files['a.trace']).toMatch(
      /^\[redacted\]\n\[redacted\]\n"\[redacted\]"\nBasic [\w+/=]{12,20}\[redacted\]={0,2}$/,
    )
  })

  it('is masked across chunks, and otherwise unchanged', async () => {
    const words = Array.from(
      { length: 20_000 },
      (_, n) => `${'é'.repeat(n % 7)}${n % 100 === 0 ? secret : `word ${n}`}`,
    )
    const content = words.join(' ')
    const files = await unzip(await maskTrace(await zip({ 'a.trace': content, empty: '' }), parts([secret])))
    expect(files).toEqual({ 'a.trace': content.replaceAll(secret, '[redacted]'), empty: '' })
  })

  it('keeps references to its files valid, numbers numeric and images unchanged', async () => {
    const content = { 'a.trace': '{"sha1":"ab1234.css","time":1234.5}', 'resources/ab1234.css': '', 'p.jpeg': '1234' }
    expect(await unzip(await maskTrace(await zip(content), parts(['1234'])))).toEqual({
      'a.trace': '{"sha1":"ab9999.css","time":9999.5}',
      'resources/ab9999.css': '',
      'p.jpeg': '1234',
    })
  })

  it('is unchanged if there is nothing to mask', async () => {
    const bytes = await zip({ 'a.trace': 'hello' })
    expect(await maskTrace(bytes, parts([]))).toBe(bytes)
  })
})

describe('a hostile trace is rejected', () => {
  const refused = (bytes: Buffer, message?: string) =>
    expect(maskTrace(bytes, parts([secret]))).rejects.toThrow(message)

  it('if it is no zip', async () => {
    await refused(Buffer.from('hello'))
    await refused(Buffer.alloc(0))
  })

  it('if its declared size exceeds the limit', async () => {
    await refused(claiming(await zip({ a: 'hello' }), 200 * 1024 * 1024), 'too large')
  })

  it('if it unpacks to more than its declared size', async () => {
    await refused(claiming(await zip({ a: Buffer.alloc(1000) }), 10), 'too many bytes')
  })

  it('if its entries are encrypted, escape the folder or are broken', async () => {
    const bytes = await zip({ abc: 'x'.repeat(1000) })
    const directory = bytes.indexOf('PK\x01\x02', 0, 'latin1')
    const changed = (at: number, byte: number): Buffer => {
      const copy = Buffer.from(bytes)
      copy[at] = byte
      return copy
    }
    await refused(changed(directory + 8, 1))
    await refused(changed(directory + 46, 0x2f))
    await refused(changed(34, 0xff))
    await refused(bytes.subarray(0, bytes.length - 10))
  })

  it('if it exceeds the remaining size for all traces of a run', async () => {
    const bytes = await zip({ a: Buffer.alloc(1_000_000) })
    const shared = parts([secret], { ...newTraceBudget(), unpackedBytes: 2_500_000 })
    await maskTrace(bytes, shared)
    await maskTrace(bytes, shared)
    await expect(maskTrace(bytes, shared)).rejects.toThrow('too large')
  })

  it('if it exceeds the number of files for all traces of a run', async () => {
    const bytes = await zip(Object.fromEntries(Array.from({ length: 3 }, (_, n) => [`f${n}`, ''])))
    await expect(maskTrace(bytes, parts([secret], { ...newTraceBudget(), entries: 2 }))).rejects.toThrow('too large')
  })

  it('if it exceeds the size limit after masking', async () => {
    const bytes = await zip({ a: Buffer.from(randomBytes(200_000).toString('latin1'), 'latin1') })
    const budget = { ...newTraceBudget(), packedBytes: 100_000 }
    await expect(maskTrace(bytes, parts([secret], budget))).rejects.toThrow('too large')
  })

  it('if its check times out, also while others are masked', async () => {
    const late = new AbortController()
    const bytes = await zip({ a: Buffer.alloc(2_000_000, 'a') })
    const first = maskTrace(bytes, parts([secret]))
    const second = maskTrace(bytes, { ...parts([secret]), signal: late.signal })
    late.abort(new Error('out of time'))
    await expect(second).rejects.toThrow('out of time')
    expect((await first).length).toBeGreaterThan(0)
  })
})
