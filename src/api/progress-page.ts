// Served at the dashboard's addresses until it is built: its progress, or why the build failed.
import { type PlainPage, plainPage } from './plain-page.ts'
import { escapeMarkup } from '../domain/text/escape-markup.ts'

type BuildState =
  | { readonly state: 'building'; readonly doing: string }
  | { readonly state: 'failed'; readonly why: string }

export function progressPage(progress: BuildState): PlainPage {
  return progress.state === 'building' ? building(progress.doing) : failed(progress.why)
}

function building(doing: string): PlainPage {
  return plainPage({
    title: 'The dashboard is almost ready',
    head: '<meta http-equiv="refresh" content="2">',
    body: `<p>Lapwing and its API are running. The dashboard is built once after each update, which takes about
half a minute. This page opens it by itself.</p><p role="status">Now: ${escapeMarkup(doing)}.</p>`,
  })
}

function failed(why: string): PlainPage {
  return plainPage({
    title: 'The dashboard could not be built',
    body: `<p>Everything else works: monitors are checked, alerts are sent, and the API responds. Fix the error below, then
restart Lapwing; it tries again.</p><pre>${escapeMarkup(why)}</pre>`,
  })
}
