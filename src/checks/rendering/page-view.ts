// Loads pages in a browser, with what their scripts add.
import { z } from 'zod'
import type { Net } from '../../net/index.ts'
import type { RunContext } from '../run.ts'
import { throwIfStarved } from './busy-location.ts'

export interface RenderedPage {
  /** The URL after redirects. */
  readonly url: string
  /** Null without a response; `failure` is the browser's error then. */
  readonly status: number | null
  readonly failure: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly requests: readonly PageResource[]
  /** HTML in UTF-8 or a screenshot; null if the page rendered nothing. */
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

const programOutput = z.strictObject({
  views: z
    .array(
      z.strictObject({
        address: z.string(),
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

/** Time the sandbox needs to start, and to hand over its output. */
const overheadMs = 2000
const shareOfPage = 0.6

/** By requested URL, without the pages that did not load in time. */
export async function viewPages(
  { browsers, net, signal }: Pick<RunContext, 'browsers' | 'net' | 'signal'>,
  { urls, wants, headers = [], ipVersion, deadlineMs }: PageViewOptions,
): Promise<ReadonlyMap<string, RenderedPage>> {
  const budgetMs = Math.max(deadlineMs - 2 * overheadMs, 1)
  const loadMs = urls.length === 1 ? budgetMs * 0.8 : budgetMs * shareOfPage
  const { output, files, processorShare } = await browsers.run({
    name: 'page',
    input: { urls, wants, headers, cookies: [], locale: 'en', loadMs, budgetMs },
    deadlineMs: Math.max(deadlineMs - overheadMs, 1),
    signal,
    net: limitedTo(net, ipVersion),
  })
  if (output === null) throwIfStarved(processorShare)
  if (output === null) return new Map()
  const { views } = programOutput.parse(output)
  return new Map(
    views.map(({ address, file, ...view }) => {
      const bytes = files.find(({ name }) => name === file)?.bytes ?? null
      return [address, { ...view, bytes }]
    }),
  )
}

/** The network limited to one IP version, whatever the browser requests. */
export function limitedTo(net: Net, ipVersion: IpVersion): Net {
  return ipVersion === 'any' ? net : { ...net, connect: (to) => net.connect({ ...to, ipVersion }) }
}
