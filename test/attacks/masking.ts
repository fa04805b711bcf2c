// A page repeats the secrets of a script everywhere and in every spelling; what is kept of the run is read again.
import { buffer, text } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { maxTexts } from '../../src/checks/browser/journey/answer.ts'
import { playwright } from '../../src/checks/browser/playwright.ts'
import type { Artifact, Outcome } from '../../src/domain/outcome.ts'
import { answering, attempt, journeyOutput } from '../kit/browser/journeys.ts'
import { runCheck } from '../kit/checks/run-check.ts'
import { spellings } from '../kit/checks/spellings.ts'
import type { Trial, TrialResult, TrialSize } from '../kit/run/trials.ts'

const script = "import { test } from '@playwright/test'\ntest('x', async () => {})"
const characters = [...'abcXYZ0189 _-+/\\%&#;"\'<>=äß€漢😀']

export const masking: Trial = {
  name: 'masking',
  promise: 'Nothing that is kept of a run shows a secret, however a page spells it.',
  hasShortSize: true,
  run,
}

async function run(size: TrialSize): Promise<TrialResult> {
  const secrets = ['k&y "Zwölf"/<9>', ...randomSecrets(size === 'full' ? 300 : 5)]
  const violations: string[] = []
  let texts = 0
  for (const secret of secrets) {
    const spelled = allSpellings(secret)
    texts += spelled.length
    const kept = await runWith(secret, spelled)
    // The middle of it, too: what stands around a secret in Base64 changes its ends.
    const shown = spelled.filter((one) => kept.includes(one) || kept.includes(one.length < 24 ? one : one.slice(6, -6)))
    violations.push(...shown.map((one) => `${JSON.stringify(one)} was kept.`))
    if (!kept.includes('[redacted]')) violations.push(`Nothing was masked of ${JSON.stringify(secret)}.`)
  }
  return { figures: { secrets: secrets.length, spellings: texts }, violations }
}

/** The same ones each time. */
function randomSecrets(count: number): string[] {
  let state = 20260301
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: 8 + next(16) }, () => characters[next(characters.length)]!).join(''),
  )
}

/** Each spelling, each spelling of each, and Base64. */
function allSpellings(secret: string): string[] {
  const once = Object.values(spellings).map((spell) => spell(secret))
  const twice = once.flatMap((one) => Object.values(spellings).map((spell) => spell(one)))
  const encoded = ['', 'a', 'ab'].map((user) => Buffer.from(`${user}${secret}`).toString('base64'))
  return [...new Set([...once, ...twice, ...encoded])]
}

/** All that is kept of a run whose page shows these texts, as one text. */
async function runWith(secret: string, spelled: readonly string[]): Promise<string> {
  const all = spelled.map((one) => `«${one}»`)
  const short = all.filter(({ length }) => length < 200)
  const output = journeyOutput({
    output: all.join('\n').slice(0, maxTexts.output),
    stderr: short.join('\n').slice(0, maxTexts.stderr),
    errors: short.slice(0, 5).map((message) => ({ message, line: 1 })),
    tests: short.slice(0, 20).map((title) => ({
      title,
      line: 1,
      outcome: 'unexpected' as const,
      attempts: [
        attempt({
          status: 'failed',
          error: { message: all.join(' ').slice(0, maxTexts.error), line: 1 },
          steps: short.map((step) => ({ title: step, durationMs: 1, status: 'passed' as const })).slice(0, 100),
        }),
      ],
    })),
  })
  const files = [{ name: 'trace-1.zip', bytes: await zipOf(`${all.join('\n')}\n${JSON.stringify(all)}`) }]
  const { artifacts = [], ...outcome } = await runCheck(playwright, 'https://shop.example/', {
    browsers: answering({ output, files }),
    variables: { SECRET: secret },
    config: { script, retry: false },
  })
  return textOf(outcome, artifacts)
}

function zipOf(content: string): Promise<Buffer> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(content), 'a.trace')
  zip.end()
  return buffer(zip.outputStream)
}

async function textOf(outcome: Omit<Outcome, 'artifacts'>, artifacts: readonly Artifact[]): Promise<string> {
  const parts = [JSON.stringify(outcome), outcome.error ?? '']
  for (const value of Object.values(outcome.evidence ?? {})) parts.push(typeof value === 'string' ? value : '')
  for (const { kind, bytes } of artifacts) parts.push(kind === 'trace' ? await unzipped(bytes) : bytes.toString())
  return parts.join('\n')
}

async function unzipped(bytes: Buffer): Promise<string> {
  const zip = await fromBufferPromise(bytes)
  const parts: string[] = []
  for await (const entry of zip.eachEntry()) parts.push(await text(await zip.openReadStreamPromise(entry)))
  return parts.join('\n')
}
