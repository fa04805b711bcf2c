import { createECDH } from 'node:crypto'
import { expect, it } from 'vitest'
import { encryptPush, isPushPoint, maxPushBytes } from './web-push.ts'

// The example in section 5 of RFC 8291.
const recipient = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

it('encrypts the example of RFC 8291 to the same bytes', () => {
  const sender = createECDH('prime256v1')
  sender.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url')
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
  const message = Buffer.from('When I grow up, I want to be a watermelon')
  expect(encryptPush(message, recipient, { salt, sender }).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w' +
      'EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

it('fits the largest message into 4096 bytes, and refuses a larger one', () => {
  expect(encryptPush(Buffer.alloc(maxPushBytes), recipient)).toHaveLength(4096)
  expect(() => encryptPush(Buffer.alloc(maxPushBytes + 1), recipient)).toThrow(`at most ${maxPushBytes} bytes`)
})

it('tells a point of the curve from other bytes', () => {
  const point = Buffer.from(recipient.p256dh, 'base64url')
  const moved = Buffer.from(point.with(64, point[64]! ^ 1))
  const others = [moved, point.subarray(1), Buffer.alloc(65, 4)].map((bytes) => bytes.toString('base64url'))
  expect([recipient.p256dh, ...others].map(isPushPoint)).toEqual([true, false, false, false])
})
