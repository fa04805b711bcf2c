// Package files: from npm's cache, else directly from npm's registry. Anything that needs npm itself (a proxy,
// credentials, files stored elsewhere) is left to npm.
import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { join } from 'node:path'
import { npmSettings } from './npm.mjs'
import { interruption } from './run.mjs'

const connections = 12
const silentMs = 30_000
const tries = 3

/** A function that fetches a package's file; undefined if only npm can. */
export async function registryFiles(home) {
  const settings = await npmSettings(home)
  if (!settings || needsNpm(settings)) return undefined
  const protocol = settings.registry.startsWith('https:') ? https : http
  const agent = new protocol.Agent({ keepAlive: true, maxSockets: connections, ca: authoritiesOf(settings) })
  return {
    file: async ({ name, version, integrity }) => {
      const address = `${settings.registry.replace(/\/*$/, '/')}${name}/-/${name.replace(/^.*\//, '')}-${version}.tgz`
      return cached(settings.cache, integrity) ?? (await persistently(() => fetched(address, { protocol, agent })))
    },
    close: () => agent.destroy(),
  }
}

function needsNpm(settings) {
  const special = ['proxy', 'https-proxy', 'cert', 'key', 'local-address']
  return (
    !/^https?:/.test(settings.registry) ||
    settings['strict-ssl'] === false ||
    settings.offline === true ||
    special.some((name) => settings[name]) ||
    Object.keys(settings).some((name) => name.endsWith(':registry')) ||
    Object.keys(process.env).some((name) => /^(https?|all)_proxy$/i.test(name))
  )
}

function authoritiesOf({ ca, cafile }) {
  if (ca) return ca
  return cafile ? readFileSync(cafile) : undefined
}

/** npm's cache stores files by their checksums, which unpacking verifies. */
function cached(cache, integrity) {
  const [algorithm, sum] = integrity.split(/-(.*)/s)
  const hex = Buffer.from(sum, 'base64').toString('hex')
  try {
    return readFileSync(
      join(cache, '_cacache', 'content-v2', algorithm, hex.slice(0, 2), hex.slice(2, 4), hex.slice(4)),
    )
  } catch {
    return undefined
  }
}

async function persistently(work) {
  for (let left = tries - 1; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 0 || interruption.aborted || error.isAnswer) throw error
    }
  }
}

const fetched = (address, { protocol, agent }) =>
  new Promise((resolve, reject) => {
    const request = protocol.get(address, { agent, signal: interruption, timeout: silentMs }, (response) => {
      const chunks = []
      if (response.statusCode !== 200)
        request.destroy(Object.assign(new Error(`${response.statusCode} for ${address}`), { isAnswer: true }))
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks)))
      response.on('error', reject)
    })
    request.on('timeout', () => request.destroy(new Error(`no word from ${address}`)))
    request.on('error', reject)
  })
