// The thread that converts one PNG, JPEG or WebP to a small PNG. The codecs are WebAssembly, so a hostile file can
// damage only the memory of this thread.
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import encodePng, { init as initPng } from '@jsquash/png/encode.js'
import { legibleThemes } from './legible-themes.ts'
import { shrink } from './shrink.ts'

const compiled = (path) => new WebAssembly.Module(readFileSync(new URL(import.meta.resolve(path))))
const quiet = { print() {}, printErr() {} }

const decoders = {
  png: [() => import('@jsquash/png/decode.js'), '@jsquash/png/codec/pkg/squoosh_png_bg.wasm'],
  jpeg: [() => import('@jsquash/jpeg/decode.js'), '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'],
  webp: [() => import('@jsquash/webp/decode.js'), '@jsquash/webp/codec/dec/webp_dec.wasm'],
}

const { bytes, header, maxSize } = workerData
const [load, wasm] = decoders[header.format]
const { init, default: decode } = await load()
await init(compiled(wasm), quiet)
await initPng(compiled(decoders.png[1]))

const pixels = await decode(new Uint8Array(bytes).buffer)
if (pixels.width === header.width && pixels.height === header.height) {
  const shrunk = shrink(pixels, maxSize)
  const { width, height, data } = shrunk
  const png = await encodePng({ width, height, data: new Uint8Array(data) })
  parentPort.postMessage({ width, height, png, fits: legibleThemes(shrunk) })
}
