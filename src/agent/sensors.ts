// Temperatures and RAID arrays, from the kernel.
import { readdirSync } from 'node:fs'
import { textOf } from './files.ts'
import type { HostFigures } from './proc/rates.ts'

/** The highest of all sensors; nothing without sensors. */
export function highestTemperature(): HostFigures {
  const files = [
    ...inside('/sys/class/thermal', /^thermal_zone/).map((zone) => `${zone}/temp`),
    ...inside('/sys/class/hwmon', /./).flatMap((chip) => inside(chip, /^temp\d+_input$/)),
  ]
  const degrees = files.map((file) => Number.parseInt(textOf(file), 10) / 1000)
  // A disconnected sensor shows impossible values.
  const plausible = degrees.filter((value) => value > -60 && value < 150)
  return plausible.length === 0 ? {} : { temp_c_max: Math.max(...plausible) }
}

export function degradedArrays(): HostFigures {
  const arrays = inside('/sys/block', /^md\d+/).map((block) => textOf(`${block}/md/degraded`).trim())
  const known = arrays.filter((text) => text !== '')
  return known.length === 0 ? {} : { raid_degraded: known.filter((text) => text !== '0').length }
}

function inside(folder: string, pattern: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .map((name) => `${folder}/${name}`)
  } catch {
    return []
  }
}
