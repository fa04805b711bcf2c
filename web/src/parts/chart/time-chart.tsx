// A time chart from zero with incidents behind the lines. The canvas is loaded separately.
import { useState } from 'react'
import { Segments } from '../choose.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { ChartTable } from './chart-table.tsx'
import type { ChartProps } from './chart-data.ts'
import { seriesStyle } from './chart-data.ts'
import { useChartMessages } from './messages.ts'

const height = 220

const Canvas = lazyPart(async () => (await import('./canvas.tsx')).Canvas, { waiting: <div style={{ height }} /> })

export function TimeChart(props: ChartProps) {
  const t = useChartMessages()
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const choices = [
    { value: 'chart', label: t.chart },
    { value: 'table', label: t.table },
  ] as const
  return (
    <figure className="chart" aria-label={props.label}>
      {view === 'table' ? <ChartTable {...props} /> : <Canvas {...props} height={height} />}
      <figcaption className="legend">
        {props.series.map(({ label }, index) => (
          <span key={label}>
            <svg width="18" height="8" aria-hidden="true">
              <line
                x1="0"
                x2="18"
                y1="4"
                y2="4"
                stroke={`var(${props.stacked ? `--phase-${(index % 5) + 1}` : seriesStyle(index).colour})`}
                strokeWidth="2"
                strokeDasharray={props.stacked ? undefined : seriesStyle(index).dash.join(' ')}
              />
            </svg>
            {label}
          </span>
        ))}
        {(props.spans ?? []).slice(0, 3).map(({ label, tone }) => (
          <span key={label}>
            <svg width="10" height="10" aria-hidden="true">
              <rect width="10" height="10" rx="2" className={`f-${tone}`} opacity="0.3" />
            </svg>
            {label}
          </span>
        ))}
        <span className="ms-auto">
          <Segments label={t.shown} choices={choices} value={view} onChange={setView} />
        </span>
      </figcaption>
    </figure>
  )
}
