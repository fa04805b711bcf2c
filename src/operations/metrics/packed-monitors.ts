// Monitors packed for the cache of a scrape: a fifth of the memory of objects.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type ScrapedSeries, type MonitorSeries, infoFamily, infoLabels, monitorFamilies } from './monitor-series.ts'

const idLength = 36

/** One number per monitor, or one that all share; NaN if missing. */
type PackedColumn = number | Float64Array

export interface PackedMonitors {
  readonly count: number
  readonly ids: string
  /** The labels of each monitor, one per line. */
  readonly info: Uint8Array
  /** Per family, one entry for each of its series. */
  readonly columns: readonly (readonly PackedColumn[])[]
  readonly bytes: number
}

export function packed(monitors: readonly ScrapedSeries[]): PackedMonitors {
  const ids = monitors.map(({ id }) => id).join('')
  // Copied, because the compressed bytes are part of a buffer ten times as large.
  const info = new Uint8Array(zstdCompressSync(monitors.map(infoLabels).join('\n')))
  const columns = monitorFamilies.map(({ series }) => series.map((one) => columnOf(one, monitors)))
  const numbers = columns.flat().reduce<number>((sum, one) => sum + (typeof one === 'number' ? 8 : one.byteLength), 0)
  return { count: monitors.length, ids, info, columns, bytes: ids.length + info.length + numbers }
}

function columnOf({ value }: MonitorSeries, monitors: readonly ScrapedSeries[]): PackedColumn {
  const column = Float64Array.from(monitors, (monitor) => value(monitor) ?? Number.NaN)
  const [first = Number.NaN] = column
  return column.every((number) => Object.is(number, first)) ? first : column
}

export function infoLines({ ids, info }: PackedMonitors): string {
  let text = ''
  for (const [place, labels] of zstdDecompressSync(info).toString().split('\n').entries())
    text += `${infoFamily.name}{monitor_id="${idAt(ids, place)}"${labels}} 1\n`
  return text
}

/** The lines of the family at that index. */
export function linesOf({ count, ids, columns }: PackedMonitors, family: number): string {
  const { name, series } = monitorFamilies[family]!
  const visible = series
    .map(({ labels }, place) => ({ labels, column: columns[family]![place]! }))
    .filter(({ column }) => typeof column !== 'number' || !Number.isNaN(column))
  let text = ''
  for (let place = 0; place < count; place++)
    for (const { labels, column } of visible) {
      const value = typeof column === 'number' ? column : column[place]!
      if (!Number.isNaN(value)) text += `${name}{monitor_id="${idAt(ids, place)}"${labels}} ${value}\n`
    }
  return text
}

const idAt = (ids: string, place: number): string => ids.slice(place * idLength, (place + 1) * idLength)
