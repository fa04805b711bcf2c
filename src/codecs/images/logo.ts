// A logo is always a PNG that was written here, whatever was sent.
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../domain/clock.ts'
import { jpegSize, webpSize } from './picture-size.ts'
import { type Picture, maxSide, rewritePng, writePng } from './png.ts'
import { type Pixels, shrink } from './shrink.ts'

// Pages show it at most 34 px high and 224 px wide; three times that is sharp on every screen.
const maxShown = { width: 672, height: 102 }
// A small file can say the same pixels thousands of times.
const patienceMs = 10_000

/** Null for what is no PNG, JPEG or WebP, is broken or too large. */
export async function drawLogo(bytes: Buffer, clock: Clock): Promise<Picture | null> {
  const jpeg = jpegSize(bytes)
  const size = jpeg ?? webpSize(bytes)
  if (!size) return rewritePng(bytes)
  const isSized = Math.min(size.width, size.height) >= 1 && Math.max(size.width, size.height) <= maxSide
  const pixels = isSized ? await decode({ bytes, kind: jpeg ? 'jpeg' : 'webp' }, clock) : null
  const isAsSaid = pixels?.width === size.width && pixels.height === size.height
  return isAsSaid ? writePng(shrink(pixels, maxShown)) : null
}

/** In a thread of its own: it takes up to a second, and all of its memory ends with it. */
function decode(workerData: { bytes: Buffer; kind: 'jpeg' | 'webp' }, clock: Clock): Promise<Pixels | null> {
  const worker = new Worker(new URL('./decode-picture.mjs', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  })
  return new Promise((resolve) => {
    const callOff = clock.after(patienceMs, () => void worker.terminate())
    worker.once('message', resolve)
    worker.once('error', () => resolve(null))
    worker.once('exit', () => {
      callOff()
      resolve(null)
    })
  })
}
