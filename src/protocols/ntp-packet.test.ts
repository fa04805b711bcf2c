import { describe, expect, it } from 'vitest'
import { packetFrom, writeTime } from '../../test/kit/servers/time-server.ts'
import { ntpRequest, readNtpAnswer } from './ntp-packet.ts'

const nonce = Buffer.from('12345678')
const request = ntpRequest(4, nonce)
const now = Date.UTC(2026, 10, 15)

describe('an ntp request', () => {
  it.each([
    [3, 0x1b],
    [4, 0x23],
  ])('of version %i asks as a client and tells nothing but its nonce', (version, first) => {
    const packet = ntpRequest(version, nonce)
    expect(packet).toHaveLength(48)
    expect(packet[0]).toBe(first)
    expect(packet.subarray(1, 40).every((byte) => byte === 0)).toBe(true)
    expect(packet.subarray(40)).toEqual(nonce)
  })
})

describe('an ntp answer', () => {
  it('is read', () => {
    const fields = { leap: 1, stratum: 2, rootDelayMs: 1500, rootDispersionMs: 250, reference: '192.0.2.7' }
    const packet = packetFrom(request, fields)
    writeTime(packet, 16, now - 10_000)
    writeTime(packet, 32, now + 0.5)
    writeTime(packet, 40, now + 0.75)
    expect(readNtpAnswer(packet, nonce, now)).toEqual({
      leap: 1,
      stratum: 2,
      rootDelayMs: 1500,
      rootDispersionMs: 250,
      reference: '192.0.2.7',
      setAt: expect.closeTo(now - 10_000, 2),
      receivedAt: expect.closeTo(now + 0.5, 2),
      sentAt: expect.closeTo(now + 0.75, 2),
      kiss: null,
    })
  })

  it.each([
    ['is too short', packetFrom(request, {}).subarray(0, 47)],
    ['is empty', Buffer.alloc(0)],
    ['answers another request', packetFrom(request, { origin: Buffer.from('87654321') })],
    ['answers no request', packetFrom(request, { origin: Buffer.alloc(8) })],
    ['is a request itself', request],
    ['comes from a broadcast', packetFrom(request, { mode: 5 })],
    ['tells no time', Buffer.concat([packetFrom(request, {}).subarray(0, 40), Buffer.alloc(8)])],
    ['is a kiss for somebody else', packetFrom(request, { stratum: 0, reference: 'DENY', origin: Buffer.alloc(8) })],
  ])('that %s is none', (_how, packet) => {
    expect(readNtpAnswer(packet, nonce, now)).toBeNull()
  })

  it('may be longer than necessary', () => {
    expect(readNtpAnswer(Buffer.concat([packetFrom(request, {}), Buffer.alloc(20)]), nonce, now)).not.toBeNull()
  })

  it.each(['RATE', 'DENY', 'RSTR', 'NTSN'])('with stratum 0 and %s is a kiss of death', (reference) => {
    const packet = packetFrom(request, { stratum: 0, reference })
    expect(readNtpAnswer(packet, nonce, now)).toMatchObject({ kiss: reference, stratum: 0 })
  })

  it('can be a kiss of death without any time', () => {
    const packet = packetFrom(request, { stratum: 0, reference: 'RATE', setAgoMs: null })
    packet.fill(0, 32)
    expect(readNtpAnswer(packet, nonce, now)).toMatchObject({ kiss: 'RATE' })
  })

  it.each(['INIT', 'STEP', '\0\0\0\0'])('with stratum 0 and %j is not synchronized', (reference) => {
    expect(readNtpAnswer(packetFrom(request, { leap: 3, stratum: 0, reference }), nonce, now)).toMatchObject({
      kiss: null,
      stratum: 16,
      leap: 3,
    })
  })

  it('replaces unprintable characters', () => {
    const packet = packetFrom(request, { stratum: 1, reference: 'GP\x07\xff' })
    expect(readNtpAnswer(packet, nonce, now)).toMatchObject({ reference: 'GP' })
  })

  it.each([Date.UTC(2036, 1, 7, 6, 28, 15), Date.UTC(2036, 1, 7, 6, 28, 17), Date.UTC(2150, 0, 1)])(
    'tells times of every era (%i)',
    (moment) => {
      const packet = packetFrom(request, {})
      writeTime(packet, 40, moment)
      expect(readNtpAnswer(packet, nonce, moment + 5000)?.sentAt).toBeCloseTo(moment, 2)
    },
  )
})
