import { useMemo } from 'react'
import { encode } from 'uqr'

/** Always dark on light, so that cameras can read it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => pathOf(text), [text])
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  )
}

function pathOf(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: 2 })
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: squares.join('') }
}
