import { useFormat } from '../../format/use-format.ts'
import type { ChartProps } from './chart-data.ts'
import { useChartTableMessages } from './messages.ts'
import { Table, right } from '../table.tsx'

/** The chart's data as a table, newest first. */
export function ChartTable({ label, times, series, format }: ChartProps) {
  const t = useChartTableMessages()
  const { moment } = useFormat()
  return (
    <div className="chart-table" tabIndex={0} role="group" aria-label={label}>
      <Table columns={[t.time, ...series.map((one) => right(one.label))]}>
        {times
          .map((time, index) => (
            <tr key={time}>
              <th scope="row" className="num">
                {moment(time)}
              </th>
              {series.map((one) => {
                const value = one.values[index]
                return (
                  <td key={one.label} className="right num">
                    {value === null || value === undefined ? '—' : format(value)}
                  </td>
                )
              })}
            </tr>
          ))
          .reverse()}
      </Table>
    </div>
  )
}
