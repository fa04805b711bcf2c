// Converts uploaded logos: what is stored is always a PNG that was encoded here, whatever was sent.
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../domain/clock.ts'
import { type ImageHeader, imageHeader } from './image-header.ts'
import type { LegibleThemes } from './legible-themes.ts'

export const maxSide = 2000
// Pages show a logo at most 34 px high and 224 px wide; three times that is sharp on every screen.
const maxSize = { width: 672, height: 102 }
// A small file can encode the same pixels thousands of times.
const timeoutMs = 10_000

export interface Logo {
  readonly width: number
  readonly height: number
  readonly png: Buffer
  /** On which theme it can be seen. */
  readonly fits: LegibleThemes
}

/** Returns null if the file is not a PNG, JPEG or WebP, or is damaged or too large. */
export async function convertLogo(bytes: Buffer, clock: Clock): Promise<Logo | null> {
  const header = imageHeader(bytes)
  if (!header || Math.min(header.width, header.height) < 1 || Math.max(header.width, header.height) > maxSide)
    return null
  return convertInThread({ bytes, header, maxSize }, clock)
}

/** Decoding takes up to a second; the thread's memory is freed when it ends. */
function convertInThread(
  workerData: { bytes: Buffer; header: ImageHeader; maxSize: { width: number; height: number } },
  clock: Clock,
): Promise<Logo | null> {
  const worker = new Worker(new URL('./logo-worker.mjs', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  })
  return new Promise((resolve) => {
    const cancelTimeout = clock.after(timeoutMs, () => void worker.terminate())
    worker.once('message', (logo: Logo) => resolve({ ...logo, png: Buffer.from(logo.png) }))
    worker.once('error', () => resolve(null))
    worker.once('exit', () => {
      cancelTimeout()
      resolve(null)
    })
  })
}
