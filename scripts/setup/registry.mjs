// Downloads archives from the registry that npm is set to. Whatever else npm may be set to is left to npm.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { createSecureContext } from 'node:tls'
import { npmSettings } from './npm.mjs'
import { interruption } from './run.mjs'

const maxArchiveBytes = 256 * 1024 ** 2
const maxSilentMs = 30_000
const onlyNpmKnows = /^(proxy|https-proxy|ca|cert|key|local-address|offline|prefer-offline|before|.*:registry)$/
const proxies = /^((https?|all)_)?proxy$/i

/** Returns a function that downloads the archive of a package. */
export async function openRegistry(home) {
  const settings = (await npmSettings(home)) ?? {}
  const { registry, cafile, 'strict-ssl': isStrict = true, 'fetch-timeout': timeout = maxSilentMs } = settings
  if (!/^https?:/.test(registry)) throw new Error('neither npm nor NPM_CONFIG_REGISTRY names a registry')
  const findIn = (values, names) => Object.keys(values).find((name) => names.test(name) && values[name])
  const unusual = findIn(settings, onlyNpmKnows) ?? findIn(process.env, proxies) ?? (!isStrict && 'strict-ssl')
  if (unusual) throw new Error(`only npm knows what to do with ${unusual}`)
  // One for all connections: it takes 30 ms.
  const secureContext = cafile ? createSecureContext({ ca: readFileSync(cafile) }) : undefined
  const options = { secureContext, signal: interruption, timeout: Math.min(timeout, maxSilentMs) }
  const client = registry.startsWith('https:') ? https : http
  return async (name, version) => {
    const address = `${registry.replace(/\/*$/, '/')}${name}/-/${name.replace(/^.*\//, '')}-${version}.tgz`
    const download = () => read(client.get(address, options))
    return download().catch(download).catch(download)
  }
}

async function read(request) {
  let stream = request
  stream.on('timeout', () => stream.destroy(new Error('the registry sends nothing')))
  // Once there is a response, reading it fails as well.
  stream.on('error', () => undefined)
  ;[stream] = await once(request, 'response')
  if (stream.statusCode !== 200) stream.destroy(new Error(`the registry responds with ${stream.statusCode}`))
  if (!(stream.headers['content-length'] <= maxArchiveBytes)) stream.destroy(new Error('the archive may be too large'))
  return Buffer.concat(await stream.toArray())
}
