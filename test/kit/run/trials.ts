// Trials of a whole installation: each does something to Lapwing, prints figures, and names the promises that did not
// hold.

export type TrialSize = 'short' | 'full'

export interface TrialResult {
  readonly figures: Readonly<Record<string, unknown>>
  /** One sentence for each promise that did not hold. Empty means that the trial passed. */
  readonly violations: readonly string[]
}

export interface Trial {
  readonly name: string
  /** What must hold, as one sentence. */
  readonly promise: string
  /** Whether it has a short size, which `npm test` runs. */
  readonly hasShortSize: boolean
  run(size: TrialSize): Promise<TrialResult>
}

/** Runs the named trials at full size, or all of them. Returns the exit code: 0 passed, 1 failed, 2 unknown name. */
export async function runTrials(trials: readonly Trial[], names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !trials.some((trial) => trial.name === name))
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. Choose from ${trials.map(({ name }) => name).join(', ')}.`)
    return 2
  }
  const chosen = names.length > 0 ? trials.filter(({ name }) => names.includes(name)) : trials
  let failed = 0
  for (const trial of chosen) {
    console.log(`${trial.name}: ${trial.promise}`)
    const { figures, violations } = await runTrial(trial, 'full')
    for (const [figure, value] of Object.entries(figures))
      for (const one of Array.isArray(value) ? value : [value])
        console.log(`  ${figure.padEnd(26)} ${JSON.stringify(one)}`)
    for (const violation of violations) console.log(`  ✗ ${violation}`)
    if (violations.length > 0) failed++
  }
  console.log(`\n${chosen.length - failed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

/** A trial that throws has failed, and the others still run. */
export async function runTrial(trial: Trial, size: TrialSize): Promise<TrialResult> {
  try {
    return await trial.run(size)
  } catch (error) {
    return { figures: {}, violations: [`The trial itself failed: ${String(error)}`] }
  }
}
