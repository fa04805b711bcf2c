// Verifies that the sender of a webhook has its secret, in constant time.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { fingerprint } from '../secret.ts'

export const deploymentSources = ['github', 'gitlab', 'ci'] as const
export type DeploymentSource = (typeof deploymentSources)[number]

/** The sealing context of a secret, which cannot be opened for another webhook. */
export const webhookContext = (id: string): string => `deployment webhook ${id}`

export interface WebhookRequest {
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** Null if the request is genuine; otherwise what is wrong with it, and what to do. */
export function signatureProblem(
  source: DeploymentSource,
  secret: string,
  { request, now }: { request: WebhookRequest; now: Date },
): string | null {
  if (source === 'github') return githubProblem(secret, request)
  if (source === 'gitlab') return gitlabProblem(secret, request, now)
  const given = /^Bearer +(\S{1,200})$/i.exec(headerOf(request, 'authorization') ?? '')?.[1]
  return isSame(given, secret) ? null : 'Authorization: must be Bearer followed by the secret of this webhook'
}

function githubProblem(secret: string, request: WebhookRequest): string | null {
  const expected = `sha256=${createHmac('sha256', secret).update(request.body).digest('hex')}`
  if (isSame(headerOf(request, 'x-hub-signature-256'), expected)) return null
  return 'X-Hub-Signature-256: does not match; enter the secret of this webhook at GitHub'
}

const maxAgeMs = 5 * 60_000

/** GitLab sends the secret itself, or signs like Standard Webhooks if it has a signing token. */
function gitlabProblem(secret: string, request: WebhookRequest, now: Date): string | null {
  const signatures = headerOf(request, 'webhook-signature')
  if (signatures === undefined)
    return isSame(headerOf(request, 'x-gitlab-token'), secret)
      ? null
      : 'X-Gitlab-Token: does not match; enter the secret of this webhook at GitLab'
  const id = headerOf(request, 'webhook-id') ?? ''
  const timestamp = headerOf(request, 'webhook-timestamp') ?? ''
  const ageMs = Math.abs(now.getTime() - Number(timestamp) * 1000)
  if (!/^\d{1,12}$/.test(timestamp) || ageMs > maxAgeMs)
    return 'webhook-timestamp: must be within five minutes of now; check the clocks of both servers'
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), request.body])
  const keys = [Buffer.from(secret.replace(/^whsec_/, ''), 'base64'), Buffer.from(secret)]
  const expected = keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  const isSigned = signatures.split(' ').some((given) => expected.some((signature) => isSame(given, signature)))
  return isSigned ? null : 'webhook-signature: does not match; enter the secret of this webhook at GitLab'
}

/** Compares fingerprints, which have the same length, so that the time says nothing about the secret. */
const isSame = (given: string | undefined, expected: string): boolean =>
  given !== undefined && timingSafeEqual(fingerprint(given), fingerprint(expected))

function headerOf({ headers }: WebhookRequest, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
