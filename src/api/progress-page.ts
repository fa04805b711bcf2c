// Served at the dashboard's addresses until it is built: its progress, or why the build failed. Works without scripts.
import { createHash } from 'node:crypto'

type BuildState =
  | { readonly state: 'building'; readonly doing: string }
  | { readonly state: 'failed'; readonly why: string }

const style = `
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 20vh auto; padding: 0 1.5rem }
h1 { font-size: 1.6rem; line-height: 1.2 }
pre { overflow-x: auto; padding: 1rem; border: 1px solid; border-radius: 7px; font-size: .8rem }
`

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "frame-ancestors 'none'",
].join('; ')

export function progressPage(progress: BuildState): { html: string; policy: string } {
  return { html: progress.state === 'building' ? building(progress.doing) : failed(progress.why), policy }
}

function building(doing: string): string {
  return page(
    'The dashboard is almost ready',
    '<meta http-equiv="refresh" content="2">',
    `<p>Lapwing and its API are running. The dashboard is built once after each update, which takes about
half a minute. This page opens it by itself.</p><p role="status">Now: ${escapeHtml(doing)}.</p>`,
  )
}

function failed(why: string): string {
  return page(
    'The dashboard could not be built',
    '',
    `<p>Everything else works: monitors are checked, alerts are sent, and the API responds. Fix the error below, then
restart Lapwing; it tries again.</p><pre>${escapeHtml(why)}</pre>`,
  )
}

function page(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Lapwing</title>
${head}
<style>${style}</style>
<main>
<h1>${title}</h1>
${body}
</main>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
