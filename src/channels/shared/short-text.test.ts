import { describe, expect, it } from 'vitest'
import { channelTest, critical, samples } from '../../../test/kit/resources/alerts.ts'
import { shortText } from './short-text.ts'

describe('a short text', () => {
  it('says what happened and links to the incident', () => {
    expect(shortText(critical, 480)).toBe(
      ['DOWN Shop: success == false', 'https://lapwing.example/incidents/4711'].join('\n'),
    )
    expect(shortText(channelTest, 480)).toBe(
      'Test notice from Lapwing\nTest notice: messages from this channel arrive here',
    )
  })

  it.each(Object.entries(samples))('keeps its limit and its link: %s', (_what, alert) => {
    for (const limit of [100, 160, 1600]) {
      const text = shortText(alert, limit)
      expect(text.length).toBeLessThanOrEqual(limit)
      expect(text.isWellFormed()).toBe(true)
      if (alert.incident.url) expect(text).toMatch(/\nhttps:\/\/lapwing\.example\/incidents\/4711$/)
    }
  })

  it('drops a link that would take half of the limit', () => {
    const alert = { ...critical, incident: { ...critical.incident, url: `https://lapwing.example/${'a'.repeat(80)}` } }
    expect(shortText(alert, 100)).not.toContain('https')
  })
})
