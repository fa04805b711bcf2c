// Where a Kubernetes cluster is and how to log in: by kubeconfig, or as the service account of a pod.
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { readFile } from '../document.ts'
import { CommandError, UsageError } from '../exit-codes.ts'
import type { ApiAddress } from './api.ts'
import { readYaml } from './yaml.ts'

type Fields = Readonly<Record<string, unknown>>

type Texts = Readonly<Record<string, string | undefined>>

export async function clusterOf(
  options: Texts,
  env: Texts = process.env,
  accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount',
): Promise<ApiAddress> {
  const { KUBECONFIG, KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = env
  const { from, kubeconfig, context } = options
  if (from !== undefined) {
    if (/^https?:\/\/[^@]+$/.test(from) && URL.canParse(from)) return { url: from }
    throw new UsageError(`${from}: must be a URL like http://127.0.0.1:8001, where \`kubectl proxy\` listens (--from).`)
  }
  const named = kubeconfig ?? KUBECONFIG?.split(':').find((path) => existsSync(path))
  if (named === undefined && host !== undefined && existsSync(join(accountFolder, 'token')))
    return {
      url: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
      tls: { ca: readFile(join(accountFolder, 'ca.crt')) },
      token: () => readFile(join(accountFolder, 'token')).trim(),
    }
  const file = named ?? join(homedir(), '.kube', 'config')
  return readKubeconfig(file, (await readYaml(readFile(file), file)) as Fields, context)
}

function readKubeconfig(file: string, config: Fields, chosen: string | undefined): ApiAddress {
  const wrong = (problem: string): CommandError => new CommandError(`${file}: ${problem}`)
  const entry = (list: string, name: unknown, kind: string): Fields => {
    const found = ((config[list] ?? []) as readonly Fields[]).find((one) => one['name'] === name)
    if (found) return (found[kind] ?? {}) as Fields
    throw wrong(`has no ${kind} ${JSON.stringify(name ?? '')}. Choose a context with --context.`)
  }
  const context = entry('contexts', chosen ?? config['current-context'], 'context')
  const cluster = entry('clusters', context['cluster'], 'cluster')
  const user = entry('users', context['user'], 'user')
  const data = (of: Fields, name: string): string | undefined => {
    const [inline, path] = [of[`${name}-data`], of[name]]
    if (typeof inline === 'string') return Buffer.from(inline, 'base64').toString()
    return typeof path === 'string' ? readFile(resolve(dirname(file), path)) : undefined
  }
  const text = (of: Fields, name: string): string | undefined =>
    typeof of[name] === 'string' && of[name] !== '' ? of[name] : undefined
  if (user['exec'] || user['auth-provider'] || cluster['proxy-url'])
    throw wrong('logs in with a program or through a proxy. Run `kubectl proxy`, and add --from http://127.0.0.1:8001.')
  const url = text(cluster, 'server')
  if (url === undefined || !URL.canParse(url)) throw wrong('has no address of the cluster.')
  const tokenFile = text(user, 'tokenFile')
  const tls = {
    ca: data(cluster, 'certificate-authority'),
    cert: data(user, 'client-certificate'),
    key: data(user, 'client-key'),
    servername: text(cluster, 'tls-server-name'),
    rejectUnauthorized: cluster['insecure-skip-tls-verify'] !== true,
  }
  return {
    url,
    tls: Object.fromEntries(Object.entries(tls).filter(([, value]) => value !== undefined)),
    token: () => (tokenFile ? readFileSync(resolve(dirname(file), tokenFile), 'utf8').trim() : text(user, 'token')),
  }
}
