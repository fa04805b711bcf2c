type Something<Answer> = Exclude<Answer, false | 0 | '' | null | undefined>

const patienceMs = 180_000
// Most things are there at once; who waits for seconds leaves the machine to what is waited for.
const [firstPauseMs, longestPauseMs] = [5, 100]

/** Waits until this answers with something, as long as a slow machine takes; answers with it. */
export async function waitUntil<Answer>(look: () => Answer | Promise<Answer>): Promise<Something<Answer>> {
  const giveUpAt = performance.now() + patienceMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.2, longestPauseMs)) {
    const answer = await look()
    if (answer) return answer as Something<Answer>
    if (performance.now() > giveUpAt) throw new Error(`in ${patienceMs / 1000} s it never came true: ${String(look)}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
