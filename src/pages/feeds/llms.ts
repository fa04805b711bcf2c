import type { PageView } from '../../domain/status-page/page-view.ts'
import { verdictOf } from '../banner.ts'
import { type PageVisit, wordsFor } from '../visit.ts'

const line = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The page as plain text for language models (llmstxt.org). */
export function llmsText(view: PageView, visit: PageVisit): string {
  const words = wordsFor(visit)
  const { sentence, rest } = verdictOf(view, visit)
  const history = [...view.active, ...view.planned].flatMap((one) => [
    `- ${line(one.title)} (${visit.url}/incidents/${one.id})`,
    ...one.updates.toReversed().map(({ at, body }) => `  - ${at.toISOString()}: ${line(body)}`),
  ])
  return [
    `# ${line(words.statusOf(view.name))}`,
    '',
    `> ${line(`${sentence} ${rest}`)}`,
    '',
    `## ${words.services}`,
    '',
    ...view.components.map(({ name, status }) => `- ${line(name)}: ${words.status[status]}`),
    '',
    ...(history.length > 0 ? [`## ${words.history}`, '', ...history, ''] : []),
    '## More',
    '',
    `- [JSON](${visit.url}/api/v2/summary.json)`,
    `- [RSS](${visit.url}/feed.rss)`,
    `- [${words.history}](${visit.url}/history)`,
    '',
  ].join('\n')
}
