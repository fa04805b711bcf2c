import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { asJson, asYaml, draftOf } from './as-text.ts'
import type { Monitor } from './monitor-data.ts'

const monitor = {
  name: 'Yes: “no” \n - #1',
  type: 'http',
  target: 'https://example.com/?a=b#c',
  interval_seconds: 60,
  locations: ['0198c5a2-7d60-7f0a-b5a1-3f2e1d0c9b8a', '1e5'],
  scheduling_strategy: 'roundrobin',
  tags: ['env:prod', 'true', '12'],
  description: null,
  config: {
    method: 'GET',
    requestHeaders: { 'X-A': '0x1' },
    steps: [{ name: 'a', codes: [] }, [1, ['b']]],
    none: {},
    off: false,
  },
} as unknown as Monitor

it('is YAML and JSON of the same draft, whatever the texts look like', () => {
  expect(parse(asYaml(monitor))).toEqual(draftOf(monitor))
  expect(JSON.parse(asJson(monitor))).toEqual(draftOf(monitor))
})

it('leaves out what a monitor that reports by itself does not take', () => {
  const draft = draftOf({ ...monitor, locations: [] } as Monitor)
  expect(Object.keys(draft)).toEqual(['name', 'type', 'interval', 'tags', 'config'])
})
