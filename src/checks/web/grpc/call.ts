// A gRPC call: messages in one request and its response over HTTP/2, and the status in the trailers.
import { TargetDown } from '../../../domain/outcome.ts'
import { decodeUri } from '../../../domain/text/decode-uri.ts'
import { newTrace } from '../../../net/http/trace.ts'
import type { HttpHeader, HttpResponseData, Login, Reach } from '../../../net/index.ts'
import { observeSslExpiry } from '../../tls/expiry.ts'
import type { Metric } from '../../../domain/metric.ts'
import type { RunContext } from '../../run.ts'
import { durationsOf, showTrace } from '../evidence.ts'

/** By number. */
export const grpcStatuses = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
]
const causes = { 4: 'timeout', 7: 'auth', 12: 'content', 16: 'auth' } as const

export interface GrpcResult {
  readonly messages: readonly Buffer[]
  readonly status: number
  /** The status and the text that the server sent with it. */
  readonly statusText: string
}

/** `path` is `/package.Service/Method`. */
export type CallGrpc = (path: string, messages: readonly Uint8Array[]) => Promise<GrpcResult>

interface GrpcServer {
  readonly target: URL
  readonly metadata: readonly HttpHeader[]
  readonly login: Login | null
  readonly verify: boolean
  readonly clientCert?: string
  readonly clientKey?: string
  readonly ipVersion: Reach['ipVersion']
  readonly phases: readonly Metric[]
}

const maxBytes = 1_048_576
const framing = /^(content-type|te|grpc-(timeout|encoding|accept-encoding))$/i

/** Each call has its own connection, and its phases and address replace those of the call before. */
export function createGrpcCalls(server: GrpcServer, context: RunContext): CallGrpc {
  const { net, signal, observed } = context
  const { target, metadata, phases, ...reach } = server
  const headers = metadata.filter(({ key }) => !framing.test(key))
  return async (path, messages) => {
    const trace = newTrace()
    try {
      const response = await net.request({
        ...reach,
        url: new URL(path, target.href.replace(/^grpc/, 'http')),
        method: 'POST',
        headers: [...headers, { key: 'Content-Type', value: 'application/grpc' }],
        body: Buffer.concat(messages.map(framed)),
        onlyHttp2: true,
        maxRedirects: 0,
        maxBytes,
        signal,
        trace,
      })
      return resultOf(response)
    } finally {
      observed.phases = durationsOf(phases, trace)
      if (trace.certificate) observeSslExpiry('grpc', trace.certificate, context)
      delete observed.evidence.timings
      showTrace(trace, observed.evidence)
    }
  }
}

function framed(message: Uint8Array): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(message.length, 1)
  return Buffer.concat([head, message])
}

function resultOf({ status: httpStatus, headers, trailers, body, isCut }: HttpResponseData): GrpcResult {
  const isGrpc = /^application\/grpc\b/i.test(headers['content-type'] ?? '')
  if (!isGrpc || httpStatus !== 200)
    throw new TargetDown('http_status', `the server responded with HTTP ${httpStatus}, and not with gRPC`)
  if (isCut) throw new TargetDown('content', `the response is larger than ${maxBytes / 1_048_576} MiB`)
  // A response without messages may have its status in the headers.
  const from = 'grpc-status' in trailers ? trailers : headers
  const code = String(from['grpc-status'] ?? '')
  if (!/^\d{1,4}$/.test(code)) throw new TargetDown('other', 'the response ended without a gRPC status')
  const status = Number(code)
  const text = decodeUri(String(from['grpc-message'] ?? ''))
  return {
    messages: messagesIn(body),
    status,
    statusText: `${grpcStatuses[status] ?? `status ${status}`}${text && status !== 0 ? `: ${text}` : ''}`,
  }
}

function messagesIn(body: Buffer): Buffer[] {
  const messages: Buffer[] = []
  for (let at = 0; at < body.length;) {
    const end = body.length - at < 5 ? Infinity : at + 5 + body.readUInt32BE(at + 1)
    if (end > body.length) throw new TargetDown('content', 'the response ends within a message')
    if (body[at] !== 0) throw new TargetDown('content', 'the response is compressed, which was not offered')
    messages.push(body.subarray(at + 5, end))
    at = end
  }
  return messages
}

export function callFailed({ status, statusText }: GrpcResult): TargetDown {
  return new TargetDown(causes[status as keyof typeof causes] ?? 'other', `the call failed with ${statusText}`)
}

/** The only message of a call that succeeded. */
export function onlyMessage(result: GrpcResult): Buffer {
  if (result.status !== 0) throw callFailed(result)
  const [message] = result.messages
  if (!message || result.messages.length > 1)
    throw new TargetDown('content', `the call returned ${result.messages.length} messages instead of one`)
  return message
}
