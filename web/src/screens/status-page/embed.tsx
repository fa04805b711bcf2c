// Snippets that show the page's status on other sites.
import type { StatusPageEdited } from '../../api-types.ts'
import { Callout, Card, Code } from '../../parts/card.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useEmbedMessages } from './embed-messages.ts'

export function EmbedTab({ page }: { page: StatusPageEdited }) {
  const t = useEmbedMessages()
  const base = `/v1/embeds/status-pages/${page.slug}`
  const whole = new URL(base, page.url).href
  const isShown = page.public && !page.password_protected
  const image = (path: string, alt: string): string =>
    `<a href="${page.url}"><img src="${whole}/${path}" alt="${alt}"></a>`
  return (
    <div className="stack">
      {!isShown && <Callout tone="degraded">{t.hidden}</Callout>}
      <Snippet
        title={t.badge}
        hint={t.badgeHint}
        picture={isShown ? `${base}/badge.svg` : null}
        code={image('badge.svg', t.alt(page.name))}
      />
      <Snippet
        title={t.markdown}
        hint={t.markdownHint}
        picture={null}
        code={`[![${t.alt(page.name)}](${whole}/badge.svg)](${page.url})`}
      />
      <Snippet
        title={t.uptime}
        hint={t.uptimeHint}
        picture={isShown ? `${base}/uptime/30d.svg` : null}
        code={image('uptime/30d.svg', t.uptimeAlt(page.name))}
      />
      <Snippet
        title={t.widget}
        hint={t.widgetHint}
        picture={null}
        code={`<script async src="${whole}/widget.js"></script>`}
      />
      <Snippet
        title={t.frame}
        hint={t.frameHint}
        picture={null}
        code={`<iframe src="${whole}/frame" title="${t.alt(page.name)}" width="320" height="64"></iframe>`}
      />
    </div>
  )
}

interface SnippetProps {
  readonly title: string
  readonly hint: string
  readonly picture: string | null
  readonly code: string
}

function Snippet({ title, hint, picture, code }: SnippetProps) {
  const t = useEmbedMessages()
  return (
    <Card title={title} end={<CopyButton text={code} label={t.copy(title)} />}>
      <div className="grid gap-2">
        <p className="hint">{hint}</p>
        {picture && <img src={picture} alt={title} />}
        <Code text={code} />
      </div>
    </Card>
  )
}
