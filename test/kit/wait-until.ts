type Something<Answer> = Exclude<Answer, false | 0 | '' | null | undefined>

const patienceMs = 180_000
// Most things are there at once; a test that waits for seconds leaves the machine to others.
const [firstPauseMs, usualMaxPauseMs] = [5, 100]

/** Waits until this answers with something, as long as a slow machine takes; answers with it. */
export async function waitUntil<Answer>(
  look: () => Answer | Promise<Answer>,
  maxPauseMs = usualMaxPauseMs,
): Promise<Something<Answer>> {
  const giveUpAt = performance.now() + patienceMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.2, maxPauseMs)) {
    const answer = await look()
    if (answer) return answer as Something<Answer>
    if (performance.now() > giveUpAt) throw new Error(`in ${patienceMs / 1000} s it never came true: ${String(look)}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
