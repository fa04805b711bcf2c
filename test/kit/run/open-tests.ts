// Tells the process that started a run what is under way in it: open files with their open tests and hooks.
import type { Reporter, TestModule } from 'vitest/node'
import type { RunState } from './run-watch.ts'
import type { TestCounts } from './vitest.ts'

interface OpenModule {
  readonly module: TestModule
  readonly counts: TestCounts
  readonly doing: Set<string>
  last: string
}

type TestCase = Parameters<NonNullable<Reporter['onTestCaseReady']>>[0]
type Hook = Parameters<NonNullable<Reporter['onHookStart']>>[0]

const none = (): TestCounts => ({ passed: 0, failed: 0, skipped: 0 })

export default class OpenTests implements Reporter {
  readonly #ended = none()
  readonly #open = new Map<string, OpenModule>()

  onTestModuleQueued(module: TestModule): void {
    this.#open.set(module.id, { module, counts: none(), doing: new Set(), last: 'loading the file' })
    this.#send()
  }

  onTestModuleStart(module: TestModule): void {
    this.#note(module, (open) => (open.last = 'before its first test'))
  }

  onTestCaseReady(test: TestCase): void {
    this.#note(test.module, ({ doing }) => doing.add(test.fullName))
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result()
    this.#note(test.module, (open) => {
      if (state !== 'pending') open.counts[state] += 1
      end(open, test.fullName)
    })
  }

  onHookStart(hook: Hook): void {
    this.#note(moduleOf(hook), ({ doing }) => doing.add(nameOf(hook)))
  }

  onHookEnd(hook: Hook): void {
    this.#note(moduleOf(hook), (open) => end(open, nameOf(hook)))
  }

  onTestModuleEnd(module: TestModule): void {
    const { counts = none() } = this.#open.get(module.id) ?? {}
    if (module.state() === 'failed') counts.failed ||= 1
    add(counts, this.#ended)
    this.#open.delete(module.id)
    this.#send()
  }

  #note(module: TestModule, change: (open: OpenModule) => void): void {
    const open = this.#open.get(module.id)
    if (open) change(open)
    this.#send()
  }

  #send(): void {
    const open = [...this.#open.values()]
    const counts = { ...this.#ended }
    for (const one of open) add(one.counts, counts)
    const files = open.map(({ module, doing, last }) => ({
      path: module.relativeModuleId,
      doing: doing.size > 0 ? [...doing] : [last],
    }))
    const state: RunState = { counts, open: files }
    process.send?.({ state })
  }
}

function end(open: OpenModule, name: string): void {
  open.doing.delete(name)
  open.last = `after ${name}`
}

function add(some: TestCounts, sum: TestCounts): void {
  for (const key of ['passed', 'failed', 'skipped'] as const) sum[key] += some[key]
}

const moduleOf = ({ entity }: Hook): TestModule => (entity.type === 'module' ? entity : entity.module)

function nameOf({ name, entity }: Hook): string {
  return entity.type === 'module' ? name : `${name} of ${entity.fullName}`
}
