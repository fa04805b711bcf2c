import { expect, it } from 'vitest'
import { plistText } from './launchd.ts'

const unit = { node: '/opt/lapwing-agent/node', program: '/opt/a & b/main.mjs', folder: '/opt/lapwing-agent/state' }

it('the job of root runs without privileges, and has no secret', () => {
  const text = plistText({ ...unit, isRoot: true })
  expect(text).toContain('<key>UserName</key><string>nobody</string>')
  expect(text).toContain('<string>/opt/a &amp; b/main.mjs</string>')
  const [, ...words] = [...text.matchAll(/^ {4}<string>(.*)<\/string>$/gm)].map(([, word]) => word)
  expect(words.slice(-3)).toEqual(['agent', '--dir', '/opt/lapwing-agent/state'])
  expect(plistText({ ...unit, isRoot: false })).not.toContain('UserName')
})
