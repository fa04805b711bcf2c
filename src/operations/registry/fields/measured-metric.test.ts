import { expect, it } from 'vitest'
import { findCheck } from '../../../checks/index.ts'
import { showMetrics } from './measured-metric.ts'

const shown = (type: string, values: Record<string, number>) =>
  showMetrics(findCheck(type), values).map(({ label, words, value }) => [label, words[value] ?? value])

it('has words for values, and leaves out what does not apply', () => {
  expect(
    shown('websocket', { 'websocket.cert_days_left': -1, 'websocket.close_code': 0, 'websocket.pong_received': 1 }),
  ).toEqual([['Pong received', 'yes']])
  expect(
    shown('websocket', { 'websocket.cert_days_left': -1, 'websocket.cert_valid': 0, 'websocket.close_code': 1000 }),
  ).toEqual([
    ['Close code', 1000],
    ['Certificate days left', -1],
    ['Certificate valid', 'no'],
  ])
  expect(shown('imap', { 'imap.tls_version': 13, 'imap.connect_time_ms': 4 })).toEqual([
    ['Connect time', 4],
    ['TLS version', 'TLS 1.3'],
  ])
  expect(shown('imap', { 'imap.tls_version': 0, 'imap.cert_days_left': -1 })).toEqual([['TLS version', 'no TLS']])
})
