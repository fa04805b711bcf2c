// The monitors in docs/ can be created as written.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { checkout } from '../../kit/lapwing/process.ts'
import { create, locationsOf } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const folder = join(checkout, 'docs')

interface Example {
  readonly page: string
  readonly monitor: Record<string, unknown> & { readonly type: string }
}

const examples = readdirSync(folder)
  .filter((page) => page.endsWith('.md'))
  .flatMap((page) => blocksOf(page).map((monitor) => ({ page, monitor })))
  .filter((example): example is Example => 'type' in example.monitor && 'target' in example.monitor)

function blocksOf(page: string): Record<string, unknown>[] {
  const blocks = readFileSync(join(folder, page), 'utf8').matchAll(/^```json\n([^]*?)^```$/gm)
  // A request template with placeholders is not JSON and not a monitor.
  return [...blocks].flatMap(([, text]) => (/: \{\{/.test(text!) ? [] : [JSON.parse(text!)]))
}

it('are found', () => {
  expect(examples.map(({ monitor }) => monitor.type)).toEqual(expect.arrayContaining(['api', 'imap', 'mcp', 'sftp']))
})

it.each(examples)('of $page is accepted: $monitor.type', async ({ monitor }) => {
  const locations = (await locationsOf(app())).slice(0, 1)
  const { status, text } = await create(app(), { name: 'Example', interval: 3600, locations, ...monitor })
  expect(status, text).toBe(201)
})
