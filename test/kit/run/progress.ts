// What a run prints: how far it is, failures as they happen and in full at the end, and where the time went.
import { writeFileSync } from 'node:fs'
import { DefaultReporter, type TestModule, type TestSpecification } from 'vitest/node'

type Files = Parameters<DefaultReporter['reportTestSummary']>[0]

const everyMs = 15_000
// A group of tests that is left out says what it needs at the end of its name.
const need = /\((?:skipped: )?(needs [^)]*)\)/

const lacking = ({ relativeModuleId }: TestModule): string => `${relativeModuleId} needs what is missing here`

const firstLine = (errors: readonly { message: string }[]): string => errors[0]?.message.split('\n')[0] ?? ''

export default class Progress extends DefaultReporter {
  readonly #counts = { passed: 0, failed: 0, skipped: 0 }
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
    const failedBefore = this.#counts.failed
    for (const test of module.children.allTests()) {
      const result = test.result()
      if (result.state === 'pending') continue
      this.#counts[result.state] += 1
      if (result.state === 'failed')
        this.log(`✗ ${module.relativeModuleId}: ${test.fullName}\n  ${firstLine(result.errors)}`)
      if (result.state === 'skipped')
        this.#countSkipped(result.note ?? need.exec(test.fullName)?.[1] ?? lacking(module))
    }
    // A file that cannot be read, or whose preparation fails, has no failed test of its own.
    if (module.state() === 'failed' && this.#counts.failed === failedBefore) {
      this.#counts.failed += 1
      this.log(`✗ ${module.relativeModuleId}\n  ${firstLine(module.errors())}`)
    }
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
    const file = process.env['TALLY_FILE']
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.#counts))
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
