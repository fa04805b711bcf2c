// What a run prints: how far it is, failures as they happen and in full at the end, and where the time went.
import { DefaultReporter, type TestModule, type TestSpecification } from 'vitest/node'
import type { TestCounts, TestTally } from './vitest.ts'

type Files = Parameters<DefaultReporter['reportTestSummary']>[0]

const everyMs = 15_000
// A group of tests that is left out says what it needs at the end of its name.
const need = /\((?:skipped: )?(needs [^)]*)\)/

const lacking = ({ relativeModuleId }: TestModule): string => `${relativeModuleId} needs what is missing here`

const firstLine = (errors: readonly { message: string }[]): string => errors[0]?.message.split('\n')[0] ?? ''

export default class Progress extends DefaultReporter {
  readonly #counts: TestCounts = { passed: 0, failed: 0, skipped: 0 }
  readonly #failedFiles: TestTally['failedFiles'][number][] = []
  readonly #whySkipped = new Map<string, number>()
  #expected = 0
  #files = 0
  #saidAt = 0

  constructor() {
    super({ silent: 'passed-only', summary: false })
  }

  override onInit(ctx: DefaultReporter['ctx']): void {
    this.ctx = ctx
  }

  override onTestRunStart(files: readonly TestSpecification[]): void {
    super.onTestRunStart(files)
    this.#expected = files.length
    this.#saidAt = performance.now()
  }

  protected override printTestModule(module: TestModule): void {
    const counts: TestCounts = { passed: 0, failed: 0, skipped: 0 }
    const failures: string[] = []
    for (const test of module.children.allTests()) {
      const result = test.result()
      if (result.state === 'pending') continue
      counts[result.state] += 1
      if (result.state === 'failed')
        failures.push(`${module.relativeModuleId}: ${test.fullName}\n  ${firstLine(result.errors)}`)
      if (result.state === 'skipped')
        this.#countSkipped(result.note ?? need.exec(test.fullName)?.[1] ?? lacking(module))
    }
    // A file that cannot be read, or whose preparation fails, has no failed test of its own.
    if (module.state() === 'failed' && counts.failed === 0) {
      counts.failed = 1
      failures.push(`${module.relativeModuleId}\n  ${firstLine(module.errors())}`)
    }
    const { moduleId: path, project } = module
    this.#addFile({ path, project: project.name, counts, failures })
  }

  #addFile(file: TestTally['failedFiles'][number]): void {
    for (const key of ['passed', 'failed', 'skipped'] as const) this.#counts[key] += file.counts[key]
    for (const failure of file.failures) this.log(`✗ ${failure}`)
    if (file.failures.length > 0) this.#failedFiles.push(file)
    this.#files += 1
    this.#sayHowFar()
  }

  override reportTestSummary(files: Files): void {
    const seconds = (file: Files[number]): number =>
      ((file.collectDuration ?? 0) + (file.setupDuration ?? 0) + (file.result?.duration ?? 0)) / 1000
    const slowest = files.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, 10)
    for (const [why, count] of this.#whySkipped) this.log(`${count} skipped: ${why}`)
    this.log(`\nThe slowest of ${files.length} files in ${((this.end - this.start) / 1000).toFixed(0)} s:`)
    for (const file of slowest) this.log(`${seconds(file).toFixed(1).padStart(6)} s  ${file.name}`)
  }

  override onTestRunEnd(...[modules, errors, reason]: Parameters<DefaultReporter['onTestRunEnd']>): void {
    super.onTestRunEnd(modules, errors, reason)
    const isComplete = reason !== 'interrupted' && errors.length === 0
    const tally: TestTally = { ...this.#counts, failedFiles: this.#failedFiles, isComplete }
    process.send?.({ tally })
  }

  #countSkipped(why: string): void {
    this.#whySkipped.set(why, (this.#whySkipped.get(why) ?? 0) + 1)
  }

  #sayHowFar(): void {
    if (performance.now() - this.#saidAt < everyMs && this.#files < this.#expected) return
    this.#saidAt = performance.now()
    const { passed, failed } = this.#counts
    this.log(`${this.#files} of ${this.#expected} files: ${passed} passed, ${failed} failed so far`)
  }
}
