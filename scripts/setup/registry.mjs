// Downloads archives from the registry that npm is set to. Whatever else npm may be set to is left to npm.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { npmSettings } from './npm.mjs'
import { interruption, refuseInterrupted } from './run.mjs'
import { NeedsNpm } from './say.mjs'

const maxArchiveBytes = 256 * 1024 ** 2
const maxSilentMs = 30_000
const onlyNpmKnows = [
  'proxy',
  'https-proxy',
  'ca',
  'cert',
  'key',
  'local-address',
  'offline',
  'prefer-offline',
  'before',
]

export async function openRegistry(home) {
  const settings = await npmSettings(home)
  requireOrdinary(settings)
  const { registry, cafile, 'fetch-timeout': timeout = maxSilentMs } = settings
  const client = registry.startsWith('https:') ? https : http
  const agent = new client.Agent({ keepAlive: true, ca: cafile ? readFileSync(cafile) : undefined })
  const options = { agent, signal: interruption, timeout: Math.min(timeout, maxSilentMs) }
  return {
    archiveOf: ({ name, version }) => {
      const address = `${registry.replace(/\/*$/, '/')}${name}/-/${name.replace(/^.*\//, '')}-${version}.tgz`
      return download(() => client.get(address, options), address)
    },
    close: () => agent.destroy(),
  }
}

function requireOrdinary(settings) {
  if (!settings) throw new NeedsNpm('npm does not tell its settings')
  const set = onlyNpmKnows.filter((name) => settings[name])
  set.push(...Object.keys(settings).filter((name) => name.endsWith(':registry')))
  set.push(...Object.keys(process.env).filter((name) => /^(https?|all)_proxy$/i.test(name) && process.env[name]))
  if (settings['strict-ssl'] === false) set.push('strict-ssl')
  if (set.length > 0) throw new NeedsNpm(`only npm knows what to do with ${set[0]}`)
  if (!/^https?:/.test(settings.registry)) throw new NeedsNpm(`the registry is ${settings.registry}`)
}

async function download(get, address, triesLeft = 2) {
  let stream = get()
  stream.on('timeout', () => stream.destroy(new Error(`no data from ${address}`)))
  // Once there is a response, reading it fails as well.
  stream.on('error', () => undefined)
  try {
    ;[stream] = await once(stream, 'response')
    if (stream.statusCode !== 200) throw new NeedsNpm(`the registry responds with ${stream.statusCode} to ${address}`)
    const chunks = []
    let left = maxArchiveBytes
    for await (const chunk of stream) {
      chunks.push(chunk)
      left -= chunk.length
      if (left < 0) throw new NeedsNpm(`${address} is larger than any package`)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    refuseInterrupted()
    if (error instanceof NeedsNpm) throw error
    if (triesLeft === 0) throw new NeedsNpm(`the registry cannot be reached: ${error.message}`)
    return download(get, address, triesLeft - 1)
  }
}
