// The gRPC type of Uptime Kuma.
import { type DocumentFields, isTrue, numberIn, textIn, timeoutWithin } from '../drafting.ts'
import type { ImportChange } from '../setup.ts'
import { escapePattern, rule } from '../web-request.ts'
import type { KumaMatch } from './monitors.ts'
import { headersOf } from './web-types.ts'

const health = 'grpc.health.v1.Health/Check'

export function readGrpc(monitor: DocumentFields, changes: ImportChange[]): KumaMatch {
  const text = (column: string): string => textIn(monitor[column])
  const method = methodOf(monitor)
  const keyword = escapePattern(text('keyword'))
  const isInverted = isTrue(monitor['invert_keyword'])
  const target = `${isTrue(monitor['grpc_enable_tls']) ? 'grpcs' : 'grpc'}://${text('grpc_url').replace(/^\w+:\/\//, '')}`
  const metadata = headersOf(text('grpc_metadata')).slice(0, 50)
  const common = {
    metadata: metadata.length > 0 ? metadata : undefined,
    timeoutSeconds: timeoutWithin(numberIn(monitor['timeout']) ?? 0, changes),
  }
  if (method === null || method === health) {
    const wanted = text('keyword')
    if (isInverted || !['', 'SERVING'].includes(wanted))
      changes.push({ field: 'keyword', from: wanted, to: 'SERVING', reason: 'a health check expects SERVING' })
    return { type: 'grpc', target, config: { ...common, service: serviceIn(text('grpc_body')) } }
  }
  changes.push({
    field: 'schema',
    from: 'a .proto file',
    to: 'the reflection of the server',
    reason: 'the server has to have it',
  })
  return {
    type: 'grpc',
    target,
    config: {
      ...common,
      method,
      requestBody: text('grpc_body') || undefined,
      expectPattern: (!isInverted && keyword) || undefined,
      rejectPattern: (isInverted && keyword) || undefined,
    },
    rules: keyword ? [rule('Unexpected Response', 'grpc.pattern_match', ['==', '0'], 'critical')] : [],
  }
}

/** Kuma names the service with or without its package, and the method as JavaScript does. */
function methodOf(monitor: DocumentFields): string | null {
  const [service, method, schema] = ['grpc_service_name', 'grpc_method', 'grpc_protobuf'].map((name) =>
    textIn(monitor[name]).trim(),
  ) as [string, string, string]
  if (!/^[\w.]+$/.test(service) || !/^\w+$/.test(method)) return null
  const [, inPackage] = /^\s*package\s+([\w.]+)\s*;/m.exec(schema) ?? []
  const known = [...schema.matchAll(/\brpc\s+(\w+)/g)].map(([, name]) => name!)
  const named = known.find((name) => name.toLowerCase() === method.toLowerCase()) ?? method
  return `${inPackage && !service.includes('.') ? `${inPackage}.` : ''}${service}/${named}`
}

const serviceIn = (body: string): string | undefined => /"service"\s*:\s*"([\w./-]+)"/.exec(body)?.[1]
