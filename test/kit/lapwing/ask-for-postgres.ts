import { inject } from 'vitest'

/** What is made once for the whole run, by `servers.ts`, when the first test asks for it. */
export async function askForPostgres<Answer>(what: string): Promise<Answer> {
  const answer = await fetch(`${inject('postgres')}/${what}`)
  if (!answer.ok) throw new Error(`The PostgreSQL for the tests does not start: ${await answer.text()}`)
  return (await answer.json()) as Answer
}
