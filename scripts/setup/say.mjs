export const say = (text) => process.stdout.write(`set-up: ${text}\n`)

/** An error that the user can fix: shown as a sentence, without a stack. */
export class SetupFailed extends Error {}

export class Interrupted extends Error {}

export function reportFailure(error) {
  process.exitCode = error instanceof Interrupted ? 130 : 1
  const text = error instanceof SetupFailed ? error.message : error instanceof Interrupted ? 'interrupted' : error.stack
  process.stderr.write(`set-up: ${text}\n`)
}
