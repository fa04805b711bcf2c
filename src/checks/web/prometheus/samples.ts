// Samples of metrics: those of a page in the text format of Prometheus or OpenMetrics, read line by line as it arrives.
import { StringDecoder } from 'node:string_decoder'
import { TargetDown } from '../../../domain/outcome.ts'
import { regexpProblem } from '../../fields.ts'
import { Matcher } from '../../regexp.ts'

interface Label {
  readonly name: string
  readonly operator: string
  readonly value: string
}

/** A metric with labels, of a sample or, with other operators than `=`, of those that are wanted. */
export interface MetricSeries {
  readonly name: string
  readonly labels: readonly Label[]
}

const maxLabels = 100
const metricName = /[a-zA-Z_:][\w:.]*/y
const quoted = '"((?:[^"\\\\]|\\\\.)*)"'
const labelText = new RegExp(`\\s*(?:([a-zA-Z_][\\w.]*)|${quoted})\\s*(?:(=~|!~|!=|=)\\s*${quoted}\\s*)?`, 'y')
const unescaped = (text: string): string =>
  text.replace(/\\([\\"n])/g, (_all, code: string) => (code === 'n' ? '\n' : code))

/** Reads `name{label="value"}` or `{"name",label="value"}` at the start of a text, and where it ends. */
function readSeries(text: string): { series: MetricSeries; end: number } | null {
  metricName.lastIndex = 0
  let [name = ''] = metricName.exec(text) ?? []
  let end = name.length
  const labels: Label[] = []
  if (text[end] === '{') {
    for (end += 1; text[end] !== '}';) {
      labelText.lastIndex = end
      const part = labelText.exec(text)
      const [, plain, inQuotes = '', operator, value = ''] = part ?? []
      if (!part || labels.length >= maxLabels || (operator === undefined && name !== '')) return null
      if (operator === undefined) name = plain ?? unescaped(inQuotes)
      else labels.push({ name: plain ?? unescaped(inQuotes), operator, value: unescaped(value) })
      end = labelText.lastIndex
      if (text[end] === ',') end += 1
      else if (text[end] !== '}') return null
    }
    end += 1
  }
  return name === '' ? null : { series: { name, labels }, end }
}

export function parseSelector(text: string): MetricSeries | null {
  const read = readSeries(text.trim())
  return read?.end === text.trim().length ? read.series : null
}

export function selectorProblem(text: string): string | null {
  const selector = parseSelector(text)
  if (!selector) return 'must be a metric with its labels, such as queue_length{queue="mail"}'
  const patterns = selector.labels.filter(({ operator }) => operator.endsWith('~')).map(({ value }) => value)
  return patterns.map(regexpProblem).find((problem) => problem !== null) ?? null
}

export const sampleChoices = ['sum', 'avg', 'min', 'max', 'first'] as const
const shownSamples = 5

/** Samples added up. Those without a number (NaN) count, and have no value. */
export class Samples {
  /** The first ones, in full. */
  readonly shown: string[] = []
  count = 0
  readonly #numbers = { sum: 0, avg: 0, min: Infinity, max: -Infinity, first: NaN }
  #numberCount = 0

  add(series: string, text: string): void {
    const value = text === '' ? NaN : Number(text.replace(/inf$/i, 'Infinity'))
    this.count += 1
    if (this.shown.length < shownSamples) this.shown.push(`${series} ${text}`)
    if (Number.isNaN(value)) return
    const numbers = this.#numbers
    this.#numberCount += 1
    if (this.#numberCount === 1) numbers.first = value
    numbers.sum += value
    numbers.avg = numbers.sum / this.#numberCount
    numbers.min = Math.min(numbers.min, value)
    numbers.max = Math.max(numbers.max, value)
  }

  /** Not finite if no sample has a number. */
  value(choice: (typeof sampleChoices)[number]): number {
    return this.#numberCount === 0 ? NaN : this.#numbers[choice]
  }
}

const maxLine = 65_536
const sampleValue = /^\s+((?:[+-]?(?:inf|[\d.])|nan)\S*)/i

/** Takes a page in pieces. Without a selector, all samples are added. */
export class MetricsPage {
  readonly #samples: Samples
  readonly #selector: MetricSeries | null
  readonly #decoder = new StringDecoder('utf8')
  readonly #matcher = new Matcher()
  #rest = ''

  constructor(samples: Samples, selector: MetricSeries | null) {
    this.#samples = samples
    this.#selector = selector
  }

  write(piece: Buffer): void {
    const lines = (this.#rest + this.#decoder.write(piece)).split('\n')
    this.#rest = lines.pop()!
    for (const line of lines) this.#take(line)
    if (this.#rest.length > maxLine)
      throw new TargetDown('content', 'the page has a line of more than 64 KiB: it is not a page of metrics')
  }

  end(): void {
    this.#take(this.#rest)
  }

  #take(line: string): void {
    const name = this.#selector?.name ?? ''
    if (line.length > maxLine || !(line.startsWith(name) || line.startsWith('{'))) return
    const read = readSeries(line)
    const value = read && sampleValue.exec(line.slice(read.end, read.end + 100))?.[1]
    if (read && value && this.#isWanted(read.series)) this.#samples.add(line.slice(0, read.end), value)
  }

  #isWanted({ name, labels }: MetricSeries): boolean {
    if (!this.#selector) return true
    if (name !== this.#selector.name) return false
    return this.#selector.labels.every((wanted) => {
      const value = labels.find((label) => label.name === wanted.name)?.value ?? ''
      const isEqual = wanted.operator.endsWith('~')
        ? this.#matcher.matches(`^(?s:${wanted.value})$`, value)
        : value === wanted.value
      return isEqual !== wanted.operator.startsWith('!')
    })
  }
}
