// What only runs at night, or on a pull request, is seldom seen to work.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

interface Job {
  readonly strategy?: { readonly matrix: { readonly command?: readonly string[] } }
  /** A job that runs another workflow has none. */
  readonly steps?: readonly { readonly run?: string }[]
}

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const workflows = globSync('.github/workflows/*.yml', { cwd: root })
const jobs = workflows.flatMap((file) => {
  const workflow: { jobs: Record<string, Job> } = parse(read(file))
  return Object.entries(workflow.jobs).map(([name, job]): [string, string[]] => [`${file} ${name}`, commandsOf(job)])
})

/** In their order; those of a matrix where they are run. */
function commandsOf({ strategy, steps = [] }: Job): string[] {
  const runs = steps.flatMap(({ run = '' }) =>
    run.includes('matrix.command') ? (strategy?.matrix.command ?? []) : run,
  )
  return runs.flatMap((run) => run.split('\n'))
}

it.each(workflows)('%s uses actions of a commit, and may only read unless a job says otherwise', (file) => {
  const used = [...read(file).matchAll(/uses: (.+)/g)].map(([, action]) => action!)
  const pinned = /^([\w.-]+\/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/workflows\/[\w-]+\.yml)$/
  expect(used.filter((action) => !pinned.test(action))).toEqual([])
  expect(parse(read(file)).permissions).toEqual({ contents: 'read' })
})

describe.each(jobs)('%s', (_name, commands) => {
  it('runs commands of this project', () => {
    const named = [...commands.join('\n').matchAll(/npm run (\S+)/g)].map(([, script]) => script!)
    expect(named.filter((script) => !(script in scripts))).toEqual([])
    const programs = [...commands.join('\n').matchAll(/node (scripts\/\S+)/g)].map(([, program]) => program!)
    expect(programs.filter((program) => !existsSync(join(root, program)))).toEqual([])
  })

  it('installs what tests need before it runs some of them', () => {
    const installed = commands.findIndex((command) => /^(npm test|node scripts\/setup.mjs --test)$/.test(command))
    const before = installed === -1 ? commands : commands.slice(0, installed)
    expect(before.filter((command) => command.includes('test:quick'))).toEqual([])
  })
})
