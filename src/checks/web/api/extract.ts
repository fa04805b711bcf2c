// Extracts values from the response of a step for later steps.
import { TargetDown } from '../../../domain/outcome.ts'
import { isCredential } from '../../secret-headers.ts'
import type { Bounds } from '../json/path.ts'
import { type StepResponseReader, foundAt } from './evaluate.ts'
import type { Extraction } from './steps.ts'

const maxLength = 8192

const what = {
  json_path: (property: string) => `at ${property}`,
  header: (property: string) => `as header ${property}`,
  regexp: (property: string) => `that matches ${property}`,
  cookie: (property: string) => `as cookie ${property}`,
}

export function extract({ name, source, property }: Extraction, reading: StepResponseReader, bounds: Bounds): string {
  const value = find({ source, property }, reading, bounds)
  if (value === undefined || value === null)
    throw new TargetDown('content', `nothing for {{${name}}}: the response has no value ${what[source](property)}`)
  if (value.length > maxLength)
    throw new TargetDown('content', `nothing for {{${name}}}: the value is longer than ${maxLength} characters`)
  return value
}

/** Whether its name is that of a credential. */
export function isSecret({ name, source, property }: Extraction): boolean {
  return (
    source === 'cookie' || isCredential(name) || (source !== 'regexp' && isCredential(property.replace(/\W+$/, '')))
  )
}

function find(
  { source, property }: Omit<Extraction, 'name'>,
  reading: StepResponseReader,
  bounds: Bounds,
): string | null | undefined {
  if (source === 'header') return reading.header(property)
  if (source === 'cookie') return reading.cookie(property)
  if (source === 'regexp') return bounds.matcher.find(property, reading.text())
  const read = reading.json()
  if ('problem' in read) throw new TargetDown('content', read.problem)
  const value = foundAt(property, read.value, bounds)
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
}
