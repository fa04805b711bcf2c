// What probes send. A probe may be hostile: everything that is stored has a limit. Unknown fields are ignored, because
// the probe may be newer than this server.
import { z } from 'zod'
import { artifactKinds, artifactLimits } from '../checking/artifact.ts'
import { causes } from '../outcome.ts'
import { storableJson } from '../database/storable.ts'
import { maxReported } from './protocol.ts'

const maxEvidence = 512 * 1024
const maxTicket = 600
const maxFigures = 500

const time = z.int().min(0).max(8_640_000_000_000)
const ticket = z.string().min(1).max(maxTicket)
const figures = z
  .record(z.string().min(1).max(200), z.number())
  .refine((all) => Object.keys(all).length <= maxFigures, `must have at most ${maxFigures} entries`)

const probe = z.object({
  id: z.uuid(),
  /** Of this process; the id outlives it. */
  boot: z.uuid(),
  name: z.string().min(1).max(200),
  version: z.string().min(1).max(50),
})

export const helloRequest = z.object({ protocols: z.array(z.int()).min(1).max(100), probe })

export const claimRequest = z.object({
  probe,
  clock_offset_ms: z.number().nullable(),
  free: z.int().min(0).max(100_000),
  browsers: z.object({
    free: z.int().min(0).max(1000),
    total: z.int().min(0).max(1000),
    missing: z.string().max(1000).nullable(),
  }),
  /** The last batch that it got from each server process. */
  received: z.record(z.string().max(100), z.int()).default({}),
  /** The types of checks that it can run, since version 2; an earlier probe says so when it gets one. */
  types: z.array(z.string().max(100)).max(500).optional(),
})

const sharedValue = z.object({ value: z.unknown(), freshForMs: z.number() })

const outcome = z.object({
  ticket,
  ended_at: time,
  repeated: z.boolean().optional(),
  success: z.boolean(),
  duration_ms: z.number().min(0).max(86_400_000),
  status_code: z.int().min(-32_768).max(32_767).nullable(),
  error: z.string().max(10_000).nullable(),
  cause: z.enum(causes).nullable(),
  metrics: figures,
  phases: figures.optional(),
  expires_at: z.number().optional(),
  evidence: z.string().max(maxEvidence).transform(storableObject).nullable(),
  infrastructure: z.boolean().optional(),
  broke_its_box: z.boolean().optional(),
  quarantined: z.boolean().optional(),
  remember: z.record(z.string().max(200), z.string().max(5_000_000)).optional(),
  learned: z
    .object({ answer: sharedValue.optional(), source: sharedValue.optional(), pauseMs: z.number().min(0).optional() })
    .optional(),
  artifacts: z
    .array(
      z.object({
        kind: z.enum(artifactKinds),
        name: z.string().max(500),
        content_type: z.string().max(200),
        data: z.base64().max(2 * artifactLimits.maxBytes),
      }),
    )
    .max(2 * artifactLimits.most)
    .optional(),
})

export const reportRequest = z.object({
  probe,
  outcomes: z.array(outcome).max(maxReported),
  /** Tickets of orders that it will not run. */
  lost: z.array(ticket).max(10_000).default([]),
})

export type HelloRequest = z.output<typeof helloRequest>
export type ClaimRequest = z.output<typeof claimRequest>
export type ProbeReport = z.output<typeof reportRequest>

function storableObject(text: string, context: z.RefinementCtx<string>): string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return storableJson(value)
  } catch {
    // Reported below.
  }
  context.addIssue({ code: 'custom', message: 'must be a JSON object', input: text })
  return z.NEVER
}
