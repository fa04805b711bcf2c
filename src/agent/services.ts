// The state of systemd units.
import { outputOf } from './programs.ts'

export interface Units {
  /** Whether it is active, by name. */
  readonly active: ReadonlyMap<string, boolean>
  readonly failed: readonly string[]
}

export async function askUnits(): Promise<Units | null> {
  const text = await outputOf('systemctl', ['list-units', '--all', '--plain', '--no-legend', '--no-pager', '--full'])
  return text === null ? null : unitsIn(text)
}

export function unitsIn(text: string): Units {
  const lines = text.split('\n').flatMap((line) => {
    const [name = '', loaded = '', active = ''] = line.replace(/^[●*\s]+/, '').split(/ +/)
    return name === '' || loaded === 'not-found' ? [] : [{ name, active }]
  })
  return {
    active: new Map(lines.map(({ name, active }) => [name, active === 'active' || active === 'reloading'])),
    failed: lines.filter(({ active }) => active === 'failed').map(({ name }) => name),
  }
}

/** A unit that systemd does not know counts as stopped. */
export function watchedServices({ active }: Units, names: readonly string[]): { name: string; up: boolean }[] {
  return names.map((name) => ({ name, up: active.get(/\.\w+$/.test(name) ? name : `${name}.service`) ?? false }))
}
