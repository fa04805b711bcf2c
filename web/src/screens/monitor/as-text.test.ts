import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { example } from '../../../../src/operations/monitors/schema.ts'
import { draftOf, emptyDraft, readDraft } from '../monitor-editor/draft.ts'
import { asJson, asYaml } from './as-text.ts'
import type { Monitor } from './monitor-data.ts'

const monitor = {
  ...example,
  name: 'Yes: “no” \n - #1',
  type: 'http',
  target: 'https://example.com/?a=b#c',
  interval_seconds: 60,
  locations: ['0198c5a2-7d60-7f0a-b5a1-3f2e1d0c9b8a', '1e5'],
  scheduling_strategy: 'roundrobin',
  tags: ['env:prod', 'true', '12'],
  description: 'Sells things',
  shadow: true,
  depends_on: { monitors: [], tags: ['tier:gateway'], vendors: [] },
  config: {
    method: 'GET',
    requestHeaders: { 'X-A': '0x1' },
    steps: [{ name: 'a', codes: [] }, [1, ['b']]],
    none: {},
    off: false,
  },
} as unknown as Monitor

it('is YAML and JSON that the editor reads, with every field of the monitor, whatever the texts look like', () => {
  const draft = draftOf(monitor)
  expect(readDraft(parse(asYaml(monitor)), emptyDraft)).toEqual(draft)
  expect(readDraft(JSON.parse(asJson(monitor)), emptyDraft)).toEqual(draft)
  expect(draft).toMatchObject({ description: 'Sells things', shadow: true, dependsOn: monitor.depends_on })
})

it('leaves out what a monitor that reports by itself does not take', () => {
  const text = JSON.parse(asJson({ ...monitor, locations: [] }))
  expect(text).toMatchObject({ name: monitor.name, interval: 60 })
  for (const key of ['target', 'locations', 'schedulingStrategy']) expect(text).not.toHaveProperty(key)
})
