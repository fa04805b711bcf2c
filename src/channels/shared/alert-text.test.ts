import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Alert } from '../../domain/notifying/alert.ts'
import {
  channelTest,
  critical,
  monitorTest,
  resolved,
  samples,
  silentLocation,
} from '../../../test/kit/resources/alerts.ts'
import { facts, plainText } from './alert-facts.ts'
import { body, happened, heading, headline, isUrgent, lasted, message, pageText, title } from './alert-text.ts'
import { clean, cut, cutBytes, escapeHtml, escapeMarkdown, escapeSlack, oneLine } from './escape.ts'

const warning: Alert = { ...critical, incident: { ...critical.incident, severity: 'warning' } }
const byPerson = samples['a close by a person']!
const saying = (message: string): Alert => ({ ...critical, incident: { ...critical.incident, message } })

describe('the title', () => {
  it.each<[string, Alert]>([
    ['DOWN Shop: success == false', critical],
    ['DOWN Shop: HTTP 503 (expected 2xx or 3xx)', saying('Shop: HTTP 503 (expected 2xx or 3xx)')],
    ['DOWN Shop: connection refused', saying('Shop is down: connection refused')],
    ['DOWN Shop', saying('')],
    ['WARNING Shop: success == false', warning],
    ['WARNING a monitor: response_time > 2000', samples['a warning with most things unknown']!],
    ['DOWN Shop (reminder 3): success == false', samples['a reminder']!],
    ['WARNING Shop (reminder 1): success == false', { ...warning, reminder: true }],
    ['ACKNOWLEDGED Shop: success == false', samples['an acknowledgement']!],
    ['UPDATE Shop: success == false', { ...critical, isUpdate: true }],
    ['UP Shop: recovered after 4 min 30 s', resolved],
    ['OK Shop: recovered after 4 min 30 s', { ...resolved, incident: { ...resolved.incident, severity: 'warning' } }],
    ['CLOSED Shop: resolved manually, after 4 min 30 s', byPerson],
    ['CLOSED Shop: monitor deleted, after 4 min 30 s', { ...byPerson, resolveReason: 'monitor deleted' }],
    ['DOWN Falkenstein: no probe has reported for 1 min, so 3 monitors are not checked', silentLocation],
    ['Test notice from Lapwing', channelTest],
    ['Test notice for Shop', monitorTest],
  ])('is %s', (expected, alert) => {
    expect(title(alert)).toBe(expected)
  })

  it('has an emoji in front if there is room', () => {
    expect([critical, warning, resolved, channelTest].map(headline)).toEqual([
      '🔴 DOWN Shop: success == false',
      '🟠 WARNING Shop: success == false',
      '🟢 UP Shop: recovered after 4 min 30 s',
      '🔔 Test notice from Lapwing',
    ])
  })

  it('is one line, whatever the monitor is called', () => {
    const alert: Alert = { ...saying('x\ny'), monitor: { ...critical.monitor!, name: ' a\r\nb\u0000\u2028c ' } }
    expect(title(alert)).toBe('DOWN a b c: x y')
  })
})

describe('the message', () => {
  it('of a test starts with the test notice, once', () => {
    expect(message(channelTest)).toBe('Test notice: messages from this channel arrive here')
    expect(message({ ...critical, test: 'monitor' })).toBe('Test notice: success == false')
    expect(message(critical)).toBe('success == false')
  })

  it('of a recovery describes the current state, unless nothing recovered', () => {
    const back = { ...samples['a recovery']!, ending: 'Shop is up again' }
    expect(message(back)).toBe('Shop is up again')
    expect(happened(back)).toBe('success == false')
    expect(message(byPerson)).toBe('success == false')
    const closed = { ...byPerson, incident: { ...byPerson.incident, message: 'Shop is down: refused' } }
    expect(message(closed)).toBe('Shop was down: refused')
  })

  it('of a missed incident has the name once', () => {
    const incident = { ...critical.incident, message: 'Shop is down: refused', resolvedAt: critical.at }
    const gone: Alert = { ...critical, kind: 'resolved', incident, ending: 'Shop is up again' }
    expect(message({ ...critical, missed: [gone] })).toBe(
      'Shop was down: refused (Sun 1 Mar, 11:55 UTC, for 4 min 30 s)',
    )
  })
})

describe('a page', () => {
  const organization = { ...critical.organization, timezone: 'Europe/Berlin' }
  const step = { policy: 'Production', number: 2 }
  const paged = (person: NonNullable<Alert['page']>['person'], of: typeof step | null = step): Alert => ({
    ...critical,
    organization,
    page: { step: of, person, next: { names: ['Ben', 'Cleo'], at: '2026-03-01T12:10:00.000Z' } },
  })
  const onCall = { schedule: 'Primary', until: '2026-03-02T08:00:00.000Z' }

  it.each<[string, Alert]>([
    ['You are paged: you are on call for Primary until Mon 2 Mar, 09:00', paged({ timezone: null, onCall })],
    ['You are paged: you are on call for Primary until Mon 2 Mar, 08:00', paged({ timezone: 'UTC', onCall })],
    ['You are paged: you are on call for Primary', paged({ timezone: null, onCall: { ...onCall, until: null } })],
    ['You are paged: step 2 of Production', paged({ timezone: null, onCall: null })],
    ['You are paged: someone asked for you', paged({ timezone: null, onCall: null }, null)],
    ['Paged: step 2 of Production', paged(null)],
  ])('says “%s”', (text, alert) => {
    expect(pageText(alert)).toBe(text)
    expect(body(alert).split('\n')).toEqual([text, critical.diagnosis])
  })

  it('says who is next', () => {
    expect(facts(paged(null))).toContainEqual(
      expect.objectContaining({ label: 'Next page', value: 'Ben and Cleo at 13:10 if nobody acknowledges' }),
    )
  })
})

describe('the heading of an email', () => {
  it.each<[string, Alert]>([
    ['Shop is down: HTTP 503 (expected 2xx or 3xx)', saying('Shop: HTTP 503 (expected 2xx or 3xx)')],
    ['Shop is down: connection refused', saying('Shop is down: connection refused')],
    ['Shop: success == false', warning],
    ['Shop is up again', { ...resolved, ending: 'Shop is up again' }],
    ['UP Shop: recovered after 4 min 30 s', resolved],
    ['Test notice from Lapwing', channelTest],
  ])('is “%s”', (text, alert) => {
    expect(heading(alert)).toBe(text)
  })
})

describe('the facts', () => {
  it.each<[string | undefined, Alert, { total: number; affected: number }]>([
    ['1 monitor depends on it', critical, { total: 1, affected: 0 }],
    ['50 monitors depend on it', critical, { total: 50, affected: 0 }],
    ['the monitor that depends on it is failing too', critical, { total: 1, affected: 1 }],
    ['1 of the 50 monitors that depend on it is failing too', critical, { total: 50, affected: 1 }],
    ['12 of the 50 monitors that depend on it are failing too', critical, { total: 50, affected: 12 }],
    ['all 50 monitors that depend on it are failing too', critical, { total: 50, affected: 50 }],
    ['12 monitors that depended on it failed too', resolved, { total: 50, affected: 12 }],
    [undefined, resolved, { total: 50, affected: 0 }],
  ])('say “%s”', (text, alert, dependents) => {
    expect(facts({ ...alert, dependents }).find(({ label }) => label === 'Affected')?.value).toBe(text)
  })

  it('are in reading order, without unknown ones', () => {
    expect(facts(critical).map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Address: https://shop.example/checkout?step=1&lang=en',
      'Since: Sun 1 Mar, 11:55 UTC',
      'Confirmed: from Falkenstein and Ashburn',
      'Rule: Availability Check',
      'Details: no response within 10 s (while connecting)',
      'Rule changed: from version 2 to 3 since the incident opened',
    ])
  })

  it('say once where it was confirmed', () => {
    const diagnosis = 'Check whether the server hangs. Confirmed from 2 locations.'
    const firing: Alert = { ...critical, diagnosis }
    expect(plainText(firing, 2000).match(/[Cc]onfirmed/g)).toEqual(['Confirmed'])
    expect(body(firing)).toBe('Check whether the server hangs.')
    expect(body({ ...firing, confirmingProbes: [] })).toBe(diagnosis)
  })

  it('say no word of a program: no cause, no expression, no type', () => {
    for (const alert of Object.values(samples))
      expect(facts(alert).map(({ value }) => value)).not.toContainEqual(
        expect.stringMatching(/^timeout|\(http\)|_in_groups/),
      )
  })

  it('leave out what the title says', () => {
    const status = {
      ...saying('Shop: HTTP 503 (expected 2xx or 3xx)'),
      rule: { ...critical.rule!, name: 'HTTP status', expression: 'status_code not_in_groups ["2xx","3xx"]' },
      expected: '2xx or 3xx',
      rootCauseDetail: 'answered with status 503',
    }
    expect(facts(status).map(({ label }) => label)).not.toContain('Expected')
    expect(facts(status).map(({ label }) => label)).not.toContain('Details')
    expect(facts({ ...status, expected: 'at most 2 s' })).toContainEqual(
      expect.objectContaining({ label: 'Expected', value: 'at most 2 s' }),
    )
  })

  it('have times on the clocks of the organization, or of the person who is paged, with UTC beside them', () => {
    const organization = { ...critical.organization, timezone: 'Europe/Berlin' }
    const since = (alert: Alert): unknown => facts(alert).find(({ label }) => label === 'Since')?.value
    expect(since({ ...critical, organization })).toBe('Sun 1 Mar, 12:55 (Europe/Berlin), 11:55 UTC')
    const person = { timezone: 'Asia/Tokyo', onCall: null }
    const night = { ...critical.incident, startedAt: new Date('2026-03-01T17:55:00Z') }
    expect(since({ ...critical, organization, incident: night, page: { step: null, person, next: null } })).toBe(
      'Mon 2 Mar, 02:55 (Asia/Tokyo), Sun 1 Mar, 17:55 UTC',
    )
    const late = saying('Shop is down: no check-in arrived; one was due at 2026-03-01 11:00:00 UTC')
    expect(title({ ...late, organization })).toBe(
      'DOWN Shop: no check-in arrived; one was due on Sun 1 Mar, 12:00 (Europe/Berlin), 11:00 UTC',
    )
  })

  it('of a closed incident name its duration, and who closed it and why', () => {
    const shown = facts(byPerson).map(({ label, value }) => [label, value])
    expect(shown).toContainEqual(['Duration', '4 min 30 s, since Sun 1 Mar, 11:55 UTC'])
    expect(shown).toContainEqual(['Closed because', 'resolved manually'])
    expect(shown).toContainEqual(['Closed by', 'Ada Lovelace'])
    expect(shown.map(([label]) => label)).not.toContain('Since')
  })

  it('of a recovery say what it recovered from', () => {
    expect(facts(resolved)).toContainEqual({ label: 'Before', value: 'success == false', short: false })
  })

  it('are few when little is known, and none for the test of a channel', () => {
    expect(facts(samples['a warning with most things unknown']!).map(({ label }) => label)).toEqual(['Since'])
    expect(facts(channelTest)).toEqual([])
  })

  it('mention a delay', () => {
    expect(
      facts(samples['a flapping incident, reported late']!)
        .map(({ label }) => label)
        .slice(-3),
    ).toEqual(['Flapping', 'Rule changed', 'Delayed'])
  })
})

describe('plain text', () => {
  it('keeps the link when it has to be cut', () => {
    const shown = plainText(samples['very long texts']!, 160)
    expect(shown.length).toBeLessThanOrEqual(160)
    expect(shown).toMatch(/…\nhttps:\/\/lapwing\.example\/incidents\/4711$/)
  })

  it('drops a link that would take half of the limit', () => {
    expect(
      plainText({ ...critical, incident: { ...critical.incident, url: `https://x.test/${'y'.repeat(200)}` } }, 100),
    ).not.toContain('https://x')
  })
})

describe('a mention', () => {
  it('is for new critical incidents only', () => {
    expect([critical, warning, resolved, monitorTest, samples['an acknowledgement']!].map(isUrgent)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('a duration', () => {
  it.each([
    [350, '350 ms'],
    [45_000, '45 s'],
    [60_000, '1 min'],
    [7_500_000, '2 h 5 min'],
    [3_600_000 * 76, '3 d 4 h'],
  ])('of %i ms is %s in a title', (ms, expected) => {
    const { startedAt } = resolved.incident
    const incident = { ...resolved.incident, resolvedAt: new Date(startedAt.getTime() + ms) }
    expect(title({ ...resolved, incident })).toBe(`UP Shop: recovered after ${expected}`)
  })

  it('of an incident is in whole seconds, and unknown while it is open', () => {
    const over = (ms: number): Alert => ({
      ...resolved,
      incident: { ...resolved.incident, resolvedAt: new Date(resolved.incident.startedAt.getTime() + ms) },
    })
    expect([over(270_123), over(350), over(-5)].map(lasted)).toEqual(['4m30s', '350ms', '0s'])
    expect(lasted(critical)).toBeNull()
  })
})

describe('cutting', () => {
  it('never exceeds the limit, never splits a character, and only cuts long texts', () => {
    const escapes = fc.constantFrom(escapeHtml, escapeMarkdown, escapeSlack, (text: string) => text)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(60), escapes, (text, limit, escape) => {
        const short = cut(text, limit, escape)
        expect(short.length).toBeLessThanOrEqual(limit)
        expect(short.isWellFormed()).toBe(true)
        if (escape(text).length <= limit) expect(short).toBe(escape(text))
        else if (limit > 0) expect(short.endsWith('…')).toBe(true)
        expect(Buffer.byteLength(cutBytes(text, limit, escape))).toBeLessThanOrEqual(limit)
      }),
    )
  })

  it('does not leave half an escape', () => {
    expect(cut('<<<<', 10, escapeHtml)).toBe('&lt;&lt;…')
  })
})

describe('escaping', () => {
  it('neutralizes markup', () => {
    expect(escapeHtml(`<a href="x">'&`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;')
    expect(escapeSlack('<!channel> & <@U1>')).toBe('&lt;!channel&gt; &amp; &lt;@U1&gt;')
    expect(escapeMarkdown('*b* [x](y) `z` # <i>')).toBe('\\*b\\* \\[x\\](y) \\`z\\` \\# \\<i\\>')
  })

  it('keeps addresses readable', () => {
    expect(escapeMarkdown('https://x.test/a_b-c?d=e_f me@x.test _i_')).toBe(
      'https://x.test/a_b-c?d=e_f me@x.test \\_i\\_',
    )
  })

  it('keeps a name from mentioning everyone', () => {
    expect(escapeMarkdown('@all (@here)')).toBe('@\u200ball (@\u200bhere)')
  })

  it('removes control characters', () => {
    expect(clean(' a\r\nb\rc\u0000d\u0085 \ud83d ')).toBe('a\nb\nc d  \ufffd')
    expect(oneLine('a\n\n b\t c')).toBe('a b c')
  })
})
