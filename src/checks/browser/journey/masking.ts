// Masks the values of variables in the output of a journey, then cuts it.
import type { Variables } from '../../run.ts'
import { Masker } from '../../masking.ts'
import { type AttemptOutput, type ErrorResponse, type JourneyOutput, maxTexts } from './answer.ts'

export function maskerOf(variables: Variables): Masker {
  const masker = new Masker()
  masker.add(...Object.values(variables))
  return masker
}

export function maskedAnswer(answer: JourneyOutput, masker: Masker): JourneyOutput {
  /** Masks before cutting; a text that the program has already cut may end in half a secret. */
  const cut = (text: string, length: number, maxLength: number): string =>
    masker.beginning(text, length, text.length >= maxLength)
  const title = (text: string): string => cut(text, 200, maxTexts.title)
  const error = ({ message, line }: ErrorResponse): ErrorResponse => ({
    message: cut(message, 4000, maxTexts.error),
    line,
  })
  const listed = (texts: readonly string[]): string[] => texts.map((text) => cut(text, 500, maxTexts.listed))
  const attempt = ({ observed, ...rest }: AttemptOutput): AttemptOutput => ({
    ...rest,
    error: rest.error && error(rest.error),
    steps: rest.steps.map((step) => ({ ...step, title: title(step.title) })),
    observed: observed && {
      ...observed,
      consoleErrorTexts: listed(observed.consoleErrorTexts),
      failedRequestTexts: listed(observed.failedRequestTexts),
    },
  })
  return {
    ...answer,
    tests: answer.tests.map((test) => ({ ...test, title: title(test.title), attempts: test.attempts.map(attempt) })),
    errors: answer.errors.map(error),
    output: cut(answer.output, maxTexts.output, maxTexts.output),
    stderr: cut(answer.stderr, maxTexts.stderr, maxTexts.stderr),
    tooLarge: answer.tooLarge.map(({ name, bytes }) => ({ name: masker.text(name), bytes })),
  }
}
