// Validates scripts without running them, and lists the runtimes.
import { z } from 'zod'
import { runtimes } from '../../checks/browser/playwright.ts'
import { available } from '../../checks/browser/script/tree.ts'
import { maxScriptBytes, readScript } from '../../checks/browser/script/read.ts'
import { defineOperation, ok } from '../registry/define.ts'

const titled = z.object({ title: z.string().meta({ example: 'home' }), line: z.int() })

const validation = z
  .object({
    object: z.literal('script_validation'),
    valid: z.boolean(),
    errors: z.array(
      z.object({
        line: z.int(),
        column: z.int(),
        message: z.string().meta({ example: "'axios' may not be imported" }),
      }),
    ),
    tests: z.array(titled),
    steps: z.array(titled.extend({ slug: z.string() })).meta({
      description: 'The slug of each is used in `playwright.step.<slug>.duration_ms`',
      example: [],
    }),
  })
  .meta({ id: 'ScriptValidation' })

export const validateScript = defineOperation({
  id: 'validatePlaywrightScript',
  method: 'POST',
  path: '/playwright/validate',
  access: 'read',
  tag: 'Playwright',
  summary: 'Validate a script and list its tests',
  description: `Does not run the script. A script has 1 to 10 tests and at most ${maxScriptBytes / 1024} KB.`,
  body: z.strictObject({ script: z.string() }).meta({ id: 'ScriptToValidate' }),
  bodyExample: { script: "import { test } from '@playwright/test'\ntest('home', async ({ page }) => {})" },
  responses: { 200: { description: 'The tests and errors; every error has its line', schema: validation } },
  async handle({ body }) {
    const { problems, tests, steps } = await readScript(body.script)
    return ok({
      object: 'script_validation',
      valid: problems.length === 0,
      errors: problems.map(({ line, column, message }) => ({ line, column, message })),
      tests: tests.map(({ title, line }) => ({ title, line })),
      steps: steps.map(({ title, line, slug }) => ({ title, line, slug })),
    })
  },
})

const runtime = z
  .object({
    object: z.literal('playwright_runtime'),
    id: z.string().meta({ description: 'The value for `runtime` of a monitor' }),
    default: z.boolean(),
    browser: z.string(),
    modules: z.array(z.string()).meta({ description: 'Modules that a script may import besides those of Node.js' }),
  })
  .meta({ id: 'PlaywrightRuntime' })

const shownRuntimes = runtimes.map((id, index) => ({
  object: 'playwright_runtime',
  id,
  default: index === 0,
  browser: 'chromium',
  modules: [...available],
}))

export const listRuntimes = defineOperation({
  id: 'listPlaywrightRuntimes',
  method: 'GET',
  path: '/playwright/runtimes',
  tag: 'Playwright',
  summary: 'List the runtimes of scripts',
  responses: {
    200: {
      description: 'All of them',
      schema: z.object({
        object: z.literal('list'),
        data: z.array(runtime).meta({ example: shownRuntimes }),
        has_more: z.boolean(),
      }),
    },
  },
  handle: async () => ok({ object: 'list', data: shownRuntimes, has_more: false }),
})
