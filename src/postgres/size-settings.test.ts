import { expect, it } from 'vitest'
import { sizeSettings } from './size-settings.ts'

const megabyte = 1024 * 1024

it.each([
  [0, '24MB'],
  [40 * megabyte, '24MB'],
  [200 * megabyte, '56MB'],
  [500 * megabyte, '128MB'],
  [1e12, '128MB'],
])('gives %i bytes of data %s of shared buffers', (bytes, buffers) => {
  expect(sizeSettings(bytes)).toMatch(new RegExp(`^shared_buffers = ${buffers}$`, 'm'))
})
