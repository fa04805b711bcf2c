// Alerts of every sort that a channel has to tell.
import type { Alert } from '../../../src/domain/notifying/alert.ts'

const at = new Date('2026-03-01T12:00:00Z')
const startedAt = new Date('2026-03-01T11:55:30Z')

export const critical: Alert = {
  kind: 'firing',
  at,
  reminder: false,
  test: null,
  late: false,
  organization: { id: '7d0b5a8e-3c1f-4b7e-9f3e-0c5f6a1d2b3c', name: 'Acme' },
  incident: {
    id: 4711,
    ruleId: 12,
    monitorNumber: 34,
    severity: 'critical',
    message: 'success == false',
    fireCount: 1,
    flapping: false,
    startedAt,
    resolvedAt: null,
    url: 'https://lapwing.example/incidents/4711',
  },
  monitor: {
    id: '3b6f2c4a-8f0d-4f5e-a1b2-c3d4e5f60718',
    name: 'Shop',
    target: 'https://shop.example/checkout?step=1&lang=en',
    type: 'http',
  },
  rule: { name: 'Availability Check', expression: 'success == false', version: 2, updatedVersion: 3 },
  rootCause: 'timeout',
  rootCauseDetail: 'no response within 10 s (while connecting)',
  diagnosis:
    'The server did not accept a connection from any of 2 locations. It is switched off or cut off from the network.',
  expected: 'a complete answer',
  detectedValue: 'no response within 10 s',
  resolvedValue: null,
  confirmingProbes: ['🇩🇪 Falkenstein (Europe)', '🇺🇸 Ashburn (North America)'],
  proberLocation: 'Falkenstein',
  resolveReason: null,
  resolvedBy: null,
}

const bare: Alert = {
  ...critical,
  incident: { ...critical.incident, severity: 'warning', message: 'response_time > 2000', url: null },
  monitor: null,
  rule: null,
  rootCause: null,
  rootCauseDetail: null,
  diagnosis: null,
  expected: null,
  detectedValue: null,
  confirmingProbes: [],
  proberLocation: null,
}

const over = { resolvedAt: at }

export const resolved: Alert = {
  ...critical,
  kind: 'resolved',
  incident: { ...critical.incident, ...over },
  resolvedValue: 'answered in 182 ms',
}

export const channelTest: Alert = {
  ...bare,
  test: 'channel',
  incident: {
    ...bare.incident,
    id: 0,
    ruleId: 0,
    monitorNumber: 0,
    message: 'Test notice: messages from this channel arrive here',
    startedAt: at,
  },
}

export const monitorTest: Alert = {
  ...critical,
  test: 'monitor',
  incident: { ...critical.incident, id: 0, message: 'Test notice: alerts for this monitor arrive here', startedAt: at },
}

export const silentLocation: Alert = {
  ...critical,
  incident: {
    ...critical.incident,
    monitorNumber: 0,
    message: 'Falkenstein: no probe has reported for 1 min, so 3 monitors are not checked',
  },
  monitor: { ...critical.monitor!, name: 'Falkenstein', target: '', type: 'location' },
  rule: { name: 'Location is live', expression: '', version: 1, updatedVersion: null },
  rootCause: 'other',
  rootCauseDetail: 'Not checked: Shop, Till, Warehouse',
  diagnosis: 'Nobody knows how these monitors are.',
  confirmingProbes: [],
  proberLocation: null,
}

const markup = '<!channel> @here @all <script>alert("1")</script> *b* _i_ [x](http://x) {{y}} `z` & \\ \' " %'
const hostile = `${markup} 👩‍👩‍👧 \ud83d \u0000\u0007\r\nBcc: x@y`
const long = `${'很长 long 🐦 <&> '.repeat(3000)}end`
const monitor = { ...critical.monitor!, target: `https://shop.example/${'a'.repeat(2000)}` }

export const samples: Readonly<Record<string, Alert>> = {
  'a critical alert with everything set': critical,
  'a warning with most things unknown': bare,
  'a reminder': { ...critical, reminder: true, incident: { ...critical.incident, fireCount: 4 } },
  'a flapping incident, reported late': { ...critical, late: true, incident: { ...critical.incident, flapping: true } },
  'an acknowledgement': { ...critical, kind: 'acknowledged', acknowledgedBy: 'Ada Lovelace' },
  'a recovery': resolved,
  'a close by a person': {
    ...resolved,
    resolvedValue: null,
    resolveReason: 'resolved manually',
    resolvedBy: 'Ada Lovelace',
  },
  'what came and went while nobody could be notified': {
    ...resolved,
    missed: [resolved, { ...resolved, incident: { ...resolved.incident, id: 4712 } }],
  },
  'an alert in the place of another channel': { ...critical, inPlaceOf: 'Ops in Slack' },
  'more of an outage that was notified before': { ...critical, isUpdate: true },
  'a silent location': silentLocation,
  'a channel test': channelTest,
  'a monitor test': monitorTest,
  'hostile characters': {
    ...critical,
    organization: { ...critical.organization, name: hostile },
    incident: { ...critical.incident, message: hostile },
    monitor: { ...monitor, name: hostile, target: hostile },
    rule: { ...critical.rule!, name: hostile, expression: hostile },
    diagnosis: hostile,
    confirmingProbes: [hostile, hostile],
  },
  'very long texts': {
    ...resolved,
    incident: { ...resolved.incident, message: long },
    monitor: { ...monitor, name: '🐦'.repeat(50) },
    rule: { ...critical.rule!, name: long.slice(0, 200), expression: long },
    rootCauseDetail: long,
    diagnosis: long,
    expected: long,
    detectedValue: long,
    resolvedValue: long,
    confirmingProbes: Array.from({ length: 200 }, (_, index) => `🇩🇪 Location ${index} (Europe)`),
    resolveReason: 'resolved manually',
    resolvedBy: long,
  },
  'very long texts while it fires': {
    ...critical,
    incident: { ...critical.incident, message: long },
    rootCauseDetail: long,
    diagnosis: long,
    detectedValue: long,
  },
}
