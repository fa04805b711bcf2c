import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readAs, refuseOtherTool } from './recognize.ts'
import { importSources } from './sources.ts'

const file = (name: string): string =>
  readFileSync(new URL(`../../test/kit/importers/files/${name}`, import.meta.url), 'utf8')

/** What each tool exports, in short. */
const exported: Readonly<Record<string, readonly string[]>> = {
  kuma: ['{"version": "1.23.16", "monitorList": []}', '{"tables": {"monitor": []}}'],
  gatus: [file('gatus.yaml'), 'external-endpoints: []', '"endpoints":\n- name: a', file('gatus-statuses.json')],
  healthchecks: ['{"checks": [{"name": "a", "ping_url": "https://hc-ping.com/a"}]}', '[{"unique_key": "a"}]'],
  uptimerobot: [
    '{"monitors": [{"id": 1, "friendly_name": "a"}]}',
    'Type,Friendly Name,URL/IP\nHTTP,a,https://a.example/',
  ],
  betterstack: ['{"monitors": [{"id": "1", "attributes": {}}]}', '{"data": [{"attributes": {}}]}'],
  checkly: ['[{"id": "a", "checkType": "API"}]'],
  pingdom: ['{"checks": [{"id": 1, "hostname": "a.example"}]}'],
  statuscake: ['{"tests": [{"test_type": "HTTP"}]}'],
  statuspage: ['{"pages": [{"page": {}}]}', '{"page": {}, "components": [{"page_id": "a"}]}'],
  cachet: ['{"components": [{"id": 1, "enabled": true}]}', '{"components": [{"attributes": {"name": "a"}}]}'],
  upptime: ['owner: a\nrepo: b\nsites:\n  - name: a', 'status-website: {name: a}\nsites: []'],
  blackbox: ['modules:\n  http_2xx: {prober: http}\n---\nscrape_configs: []'],
}
const sourceNamed = (name: string) => importSources.find((one) => one.name === name)!

describe.each(importSources)('a document of $title', ({ name, title }) => {
  it('is refused for every other tool, with the name of this one', () => {
    const documents = exported[name]!
    const others = importSources.filter((one) => one.name !== name)
    for (const document of documents) {
      expect(refuseOtherTool(sourceNamed(name), document, importSources), document.slice(0, 80)).toBe(true)
      for (const other of others)
        expect(() => readAs(other, document, importSources), `${document.slice(0, 80)} as ${other.title}`).toThrow(
          `document: looks like it is from ${title}; choose ${title} to import it`,
        )
    }
  })

  it('is refused if nothing in it is known', () => {
    const { takes } = sourceNamed(name)
    for (const document of ['{}', '{"a": [{"b": 1}]}', 'a: 1', 'a,b\n', '<html></html>'])
      expect(() => readAs(sourceNamed(name), document, importSources), document).toThrow(/^document: must be /)
    expect(takes).not.toBe('')
  })
})

it('leaves an empty list of the right tool alone', () => {
  expect(readAs(sourceNamed('kuma'), exported['kuma']![0]!, importSources).monitors).toEqual([])
  expect(readAs(sourceNamed('gatus'), 'endpoints: []', importSources).monitors).toEqual([])
})
