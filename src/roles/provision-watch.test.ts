import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../test/kit/clock.ts'
import { newFolder } from '../../test/kit/files.ts'
import { waitUntil } from '../../test/kit/wait-until.ts'
import { startProvisionWatch } from './provision-watch.ts'

it('applies a file that has changed, once, and says what is wrong with one that cannot be applied', async () => {
  const folder = newFolder()
  const [file, clock] = [join(folder.path, 'provision.yaml'), fakeClock()]
  const [applied, said]: [string[], string[]] = [[], []]
  writeFileSync(file, 'first')
  const note = (message: string) => void said.push(message)
  const watch = startProvisionWatch({
    file,
    text: 'first',
    apply: async (text) => {
      applied.push(text)
      if (text === 'mistake') throw new Error('organizations[0].plan: must be …')
    },
    clock,
    log: { debug() {}, info: note, warn: note, error: note },
  })
  onTestFinished(async () => {
    await watch.stop()
    folder.remove()
  })
  const write = async (text: string): Promise<void> => {
    const before = applied.length
    writeFileSync(file, text)
    await waitUntil(() => (clock.advance(1000), applied.length > before))
  }
  await write('second')
  await write('mistake')
  await write('third')
  expect(applied).toEqual(['second', 'mistake', 'third'])
  expect(said).toEqual([
    'the provision file has changed and was applied',
    expect.stringContaining('everything stays as it is'),
    'the provision file has changed and was applied',
  ])
})
