// The Prometheus text format, version 0.0.4.
export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

export interface Family {
  readonly name: string
  readonly help: string
}

export const headOf = ({ name, help }: Family): string => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n`

const special = /[\\"\n]/g
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }

export const labelValue = (text: string): string => text.replace(special, (character) => escapes[character]!)

export function line(name: string, labels: Readonly<Record<string, string>>, value: number): string {
  const written = Object.entries(labels).map(([label, text]) => `${label}="${labelValue(text)}"`)
  return `${name}${written.length === 0 ? '' : `{${written.join(',')}}`} ${value}\n`
}
