// The accepted state of a page. Locations may get different pages: the baseline is the union of all of them.
import { type PageChange, varies } from './changes.ts'
import type { PageSnapshot } from './inspect-page.ts'
import type { TextSketch } from './text.ts'

type Sets = Pick<
  PageSnapshot,
  'scripts' | 'scriptOrigins' | 'forms' | 'connects' | 'frames' | 'links' | 'places' | 'keywords' | 'calls'
>

export interface Baseline extends Sets {
  readonly texts: readonly TextSketch[]
  /** By name; an empty string if the header was missing. */
  readonly headers: Readonly<Record<string, readonly string[]>>
  /** By URL. */
  readonly contents: Readonly<Record<string, readonly string[]>>
  /** Parts that were ignored when its texts were read. */
  readonly without: string
}

const maxTexts = 3
const maxValues = 4
const maxListed = 500

export function baselineOf([first, ...others]: readonly [PageSnapshot, ...PageSnapshot[]]): Baseline {
  const own: Baseline = {
    ...setsOf(first),
    texts: [first.text],
    headers: mapped(first.headers, (value) => [value]),
    contents: mapped(first.contents, (value) => [value]),
    without: first.without,
  }
  return others.reduce(withInspection, own)
}

/** Adds the page as another location gets it. */
export function withInspection(baseline: Baseline, snapshot: PageSnapshot): Baseline {
  const sets = Object.entries(setsOf(snapshot)).map(([name, values]) => [
    name,
    union(baseline[name as keyof Sets], values),
  ])
  return {
    ...(Object.fromEntries(sets) as Sets),
    texts: [snapshot.text, ...baseline.texts].slice(0, maxTexts),
    headers: withHeaders(baseline.headers, snapshot),
    contents: withContents(baseline.contents, snapshot.contents),
    without: snapshot.without,
  }
}

/** Replaces the text, because texts with different ignored parts are not comparable. */
export function withText(baseline: Baseline, snapshot: PageSnapshot): Baseline {
  return { ...baseline, texts: [snapshot.text], without: snapshot.without }
}

/** Adds the contents of known scripts. */
export function withNewContents(baseline: Baseline, snapshot: PageSnapshot): Baseline {
  const missing = Object.entries(snapshot.contents).filter(
    ([address]) => baseline.scripts.includes(address) && !(address in baseline.contents),
  )
  if (missing.length === 0) return baseline
  return { ...baseline, contents: withContents(baseline.contents, Object.fromEntries(missing)) }
}

/** Adds only the given changes of a snapshot. */
export function withChanges(baseline: Baseline, snapshot: PageSnapshot, changes: readonly PageChange[]): Baseline {
  return changes.reduce((known, change) => withChange(known, snapshot, change), baseline)
}

function withChange(known: Baseline, snapshot: PageSnapshot, { kind, item }: PageChange): Baseline {
  switch (kind) {
    case 'text':
      return { ...known, texts: [snapshot.text, ...known.texts].slice(0, maxTexts) }
    case 'script_source':
      return { ...known, scriptOrigins: union(known.scriptOrigins, [item]) }
    case 'form_target':
      return { ...known, forms: union(known.forms, [item]) }
    case 'keyword':
      return { ...known, keywords: union(known.keywords, [item]) }
    case 'redirect':
      return { ...known, places: union([item], known.places) }
    case 'header_weakened':
    case 'header_changed':
      return { ...known, headers: withHeaders(known.headers, snapshot, [item]) }
    case 'first_party_script':
    case 'third_party_script':
      return withScript(known, snapshot, item)
    case 'data_destination':
      return { ...known, connects: union(known.connects, [item]) }
    case 'frame':
      return { ...known, frames: union(known.frames, [item]) }
    case 'link_domain':
      return { ...known, links: union(known.links, [item]) }
  }
}

function withScript(known: Baseline, snapshot: PageSnapshot, address: string): Baseline {
  const content = snapshot.contents[address]
  if (content === undefined) return { ...known, calls: union(known.calls, snapshot.calls) }
  return {
    ...known,
    scripts: union(known.scripts, [address]),
    contents: withContents(known.contents, { [address]: content }),
  }
}

function withHeaders(
  known: Baseline['headers'],
  { headers }: PageSnapshot,
  names: readonly string[] = union(Object.keys(known), Object.keys(headers)),
): Baseline['headers'] {
  const own = names.map((name) => [name, union([headers[name] ?? ''], known[name] ?? ['']).slice(0, maxValues)])
  return { ...known, ...Object.fromEntries(own) }
}

function withContents(known: Baseline['contents'], contents: PageSnapshot['contents']): Baseline['contents'] {
  const own = mapped(contents, (content, address) => {
    const values = union([content], known[address] ?? [])
    return values.includes(varies) ? [varies] : values.slice(0, maxValues)
  })
  return { ...known, ...own }
}

function setsOf({
  scripts,
  scriptOrigins,
  forms,
  connects,
  frames,
  links,
  places,
  keywords,
  calls,
}: PageSnapshot): Sets {
  return { scripts, scriptOrigins, forms, connects, frames, links, places, keywords, calls }
}

const union = (one: readonly string[], other: readonly string[]): string[] =>
  [...new Set([...one, ...other])].slice(0, maxListed)

function mapped<T, U>(values: Readonly<Record<string, T>>, change: (value: T, name: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]))
}
