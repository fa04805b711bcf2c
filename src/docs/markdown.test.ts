import { expect, it } from 'vitest'
import { renderMarkdown, sectionsOf } from './markdown.ts'

const rendered = (source: string): string => renderMarkdown(source, (target) => target).html

it('shows HTML as text, in a block, in a line and in a link', () => {
  const html = rendered('<script>alert(1)</script>\n\nA <b onclick=x>word</b> [x](<a"b>) `<i>`\n\n```\n<u>\n```')
  expect(html).not.toMatch(/<(?:script|b|u|i)[ >]/)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('href="a&quot;b"')
})

it('makes no link to a file that is not served', () => {
  const { html } = renderMarkdown('[the code](../src/main.ts) and [a page](api.md)', (target) =>
    target === 'api.md' ? '/docs/api' : null,
  )
  expect(html).toBe('<p>the code and <a href="/docs/api">a page</a></p>\n')
})

it('gives headings the ids of GitHub, and equal ones a number', () => {
  const { headings } = renderMarkdown('# `a_b` & c\n## Again\n## Again', (target) => target)
  expect(headings.map(({ id }) => id)).toEqual(['a_b--c', 'again', 'again-1'])
})

it('has the same ids in the text for search', () => {
  const sections = sectionsOf('# Title\nFirst.\n\n## More\n| a | b |\n|---|---|\n| `one` | [two](x.md) |')
  expect(sections.map(({ heading, text }) => [heading.id, text])).toEqual([
    ['title', 'First.'],
    ['more', 'a b one two'],
  ])
})
