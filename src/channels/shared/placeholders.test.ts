import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { critical, samples } from '../../../test/kit/resources/alerts.ts'
import {
  fill,
  fillingFor,
  insideJson,
  isJsonTemplate,
  ownPlaceholders,
  placeholders,
  templateProblem,
} from './placeholders.ts'

const own = { secret: 's3cret', key: 'lapwing-7' }
const asIs = (words: string): string => words

describe('a template', () => {
  it.each([
    ['{{incident.message}}', 'success == false'],
    ['{{ monitor.name }} is {{incident.status}}', 'Shop is firing'],
    ['{{incident.id}} {{incident.flapping}} {{rule.version}}', '4711 false 2'],
    ['{{incident.duration}}|{{resolved_by}}', '|'],
    ['{{secret}} {{key}}', 's3cret lapwing-7'],
    ['{ {title} } }}', '{ {title} } }}'],
    ['{{{incident.id}}}{', '{4711}{'],
  ])('%s becomes %s', (template, text) => {
    expect(templateProblem(template)).toBe(null)
    expect(fill(template, fillingFor(critical, own), asIs)).toBe(text)
  })

  it('is expanded once: values are not templates', () => {
    const alert = { ...critical, monitor: { ...critical.monitor!, name: '{{secret}}' } }
    expect(fill('{{monitor.name}}', fillingFor(alert, own), asIs)).toBe('{{secret}}')
  })

  it.each([
    [
      '{{incident.mesage}} {{x}} {{x}}',
      /^unknown placeholder\(s\): incident\.mesage, x\. Allowed values: title, text,.*, key, secret$/,
    ],
    ['{{constructor}}', /^unknown placeholder\(s\): constructor\./],
    ['{{#if x}}', /^has \{\{ that no placeholder name and \}\} follow\. Allowed values: title/],
    ['{{title}', /^has \{\{ that no/],
    ['{{}}', /^has \{\{ that no/],
    ['{{title}}'.repeat(101), /^has 101 placeholders; at most 100 are allowed$/],
  ])('%s is invalid', (template, problem) => {
    expect(templateProblem(template) ?? '').toMatch(problem)
  })

  it('has every placeholder for every alert', () => {
    for (const alert of Object.values(samples)) {
      const filling = fillingFor(alert, own)
      for (const [name, { kind }] of Object.entries(placeholders)) {
        const value = filling.get(name)!
        expect(value.isWellFormed(), name).toBe(true)
        expect(value.length, name).toBeLessThanOrEqual(5000)
        if (kind === 'number') expect(value, name).toMatch(/^\d+$/)
        if (kind === 'boolean') expect(value, name).toMatch(/^(true|false)$/)
      }
    }
  })
})

describe('a template of JSON', () => {
  it.each([
    ['{"a": "{{title}}", "b": {{incident.id}}, "c": {{test}}}', true],
    ['{"a": {{title}}}', false],
    ['{"a": {{incident.duration}}}', false],
    ['{"a": "{{title}}"', false],
    ['[{{rule.version}}]', true],
    ['', false],
    ['"{{secret}}"', true],
  ])('%s is valid: %s', (template, is) => {
    expect(isJsonTemplate(template)).toBe(is)
  })

  it('stays valid JSON with the values filled in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (words) => {
        const filled = fill('{"a":"x {{secret}} y"}', new Map([['secret', words]]), insideJson)
        expect(JSON.parse(filled)).toEqual({ a: `x ${words} y` })
      }),
    )
    for (const alert of Object.values(samples)) {
      const filling = fillingFor(alert, own)
      const names = [...Object.keys(placeholders), ...Object.keys(ownPlaceholders)]
      const template = `{${names.map((name) => `"${name}":"{{${name}}}"`).join(',')}}`
      expect(JSON.parse(fill(template, filling, insideJson))).toEqual(Object.fromEntries(filling))
    }
  })
})
