// Pages as a visitor's browser has them in the end: what scripts have added is there.
import { z } from 'zod'
import type { Net } from '../../net/index.ts'
import type { RunContext } from '../run.ts'
import { throwIfStarved } from './starved.ts'

export interface RenderedPage {
  /** Where the browser is in the end. */
  readonly url: string
  /** Null when there was no answer; `failure` is what the browser says to that. */
  readonly status: number | null
  readonly failure: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly requests: readonly PageResource[]
  /** HTML in UTF-8, or a picture; null when there is nothing to see. */
  readonly bytes: Buffer | null
}

export interface PageResource {
  readonly use: 'script' | 'connect' | 'frame'
  readonly url: string
}

interface PageViewOptions {
  readonly urls: readonly string[]
  readonly wants: 'html' | 'picture'
  readonly headers?: readonly { readonly key: string; readonly value: string }[]
  readonly ipVersion: IpVersion
  readonly deadlineMs: number
}

type IpVersion = 'any' | 'ip4' | 'ip6'

const answered = z.strictObject({
  views: z
    .array(
      z.strictObject({
        asked: z.string(),
        url: z.string().max(10_000),
        status: z.int().nullable(),
        failure: z.string().max(1000).nullable(),
        headers: z.record(z.string(), z.string()),
        file: z.string().nullable(),
        requests: z.array(z.strictObject({ use: z.enum(['script', 'connect', 'frame']), url: z.string() })).max(500),
      }),
    )
    .max(10),
})

/** What the box itself takes: to start, and to hand over what it has. */
const handOverMs = 2000
const shareOfPage = 0.6

/** By the address that was asked for; those are missing for which there was no time. */
export async function viewPages(
  { browsers, net, signal }: Pick<RunContext, 'browsers' | 'net' | 'signal'>,
  { urls, wants, headers = [], ipVersion, deadlineMs }: PageViewOptions,
): Promise<ReadonlyMap<string, RenderedPage>> {
  const budgetMs = Math.max(deadlineMs - 2 * handOverMs, 1)
  const loadMs = urls.length === 1 ? budgetMs * 0.8 : budgetMs * shareOfPage
  const { output, files, processorShare } = await browsers.run({
    name: 'page',
    input: { urls, wants, headers, cookies: [], locale: 'en', loadMs, budgetMs },
    deadlineMs: Math.max(deadlineMs - handOverMs, 1),
    signal,
    net: reachedOver(net, ipVersion),
  })
  if (output === null) throwIfStarved(processorShare)
  if (output === null) return new Map()
  const { views } = answered.parse(output)
  return new Map(
    views.map(({ asked, file, ...view }) => {
      const bytes = files.find(({ name }) => name === file)?.bytes ?? null
      return [asked, { ...view, bytes }]
    }),
  )
}

/** A way out that keeps to one version of IP, whatever the browser asks for. */
export function reachedOver(net: Net, ipVersion: IpVersion): Net {
  return ipVersion === 'any' ? net : { ...net, connect: (to) => net.connect({ ...to, ipVersion }) }
}
