// A process that runs a program in a box and is killed meanwhile: `node box-owner.ts <folder of the program> <what it
// is asked>`.
import { createBrowsers } from '../../../src/browsers/index.ts'
import { findBrowser } from '../../../src/browsers/find.ts'
import { systemClock as clock } from '../../../src/domain/clock.ts'
import { openNet } from '../checks/run-check.ts'

const [, , folder = '', input = ''] = process.argv
const { installation } = await findBrowser()
const programs = installation!.programs.map(({ name, path }) => ({ name, path: name === 'page' ? folder : path }))
const signal = new AbortController().signal
await createBrowsers({ installation: { ...installation!, programs }, clock }).run({
  name: 'page',
  input: JSON.parse(input) as unknown,
  deadlineMs: 600_000,
  signal,
  net: openNet(),
})
