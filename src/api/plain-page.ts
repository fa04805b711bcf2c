// A page with a message, for addresses where the dashboard cannot help. Works without scripts.
import { createHash } from 'node:crypto'

const style = `
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 20vh auto; padding: 0 1.5rem }
h1 { font-size: 1.6rem; line-height: 1.2 }
pre { padding: 1rem; border: 1px solid; border-radius: 7px; font-size: .8rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
@media (max-width: 30rem) { body { margin-top: 8vh } }
`

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export interface PlainPage {
  readonly html: string
  /** The content security policy. */
  readonly policy: string
}

interface PlainPageContent {
  readonly language?: string
  readonly title: string
  /** HTML. */
  readonly head?: string
  /** HTML. */
  readonly body: string
}

export function plainPage({ language = 'en', title, head = '', body }: PlainPageContent): PlainPage {
  const html = `<!doctype html>
<html lang="${language}">
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
  return { html, policy }
}
