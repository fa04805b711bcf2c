import { useFormat } from '../../format/use-format.ts'

const fullPct = 97
const almostFullPct = 90

/** A share as a bar with its number. */
export function Usage({ percent, children }: { percent: number; children?: React.ReactNode }) {
  const format = useFormat()
  const tone = percent >= fullPct ? 'down' : percent >= almostFullPct ? 'degraded' : 'quiet'
  return (
    <span className="usage">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className="usage-all" width="100" height="6" rx="1" />
        <rect className={`f-${tone}`} width={Math.max(1, Math.min(percent, 100))} height="6" rx="1" />
      </svg>
      <span className="num">{format.number(Math.round(percent))} %</span>
      {children}
    </span>
  )
}
