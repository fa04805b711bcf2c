// The thread that decodes one JPEG or WebP. The decoders are WebAssembly: what a picture breaks in them stays in them.
// Plain JavaScript, because stripping types doubles the time to start.
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

const decoders = {
  jpeg: [() => import('@jsquash/jpeg/decode.js'), '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'],
  webp: [() => import('@jsquash/webp/decode.js'), '@jsquash/webp/codec/dec/webp_dec.wasm'],
}
const quiet = { print() {}, printErr() {} }

const [load, program] = decoders[workerData.kind]
const { init, default: decode } = await load()
await init(new WebAssembly.Module(readFileSync(new URL(import.meta.resolve(program)))), quiet)
const { width, height, data } = await decode(new Uint8Array(workerData.bytes).buffer)
parentPort.postMessage({ width, height, data })
