import { useFormat } from '../../format/use-format.ts'
import { useHostMessages } from './messages.ts'

const yearHours = 8760
const dayHours = 24
const hourSeconds = 3600

/** “full in 9 days”: rounded down to days beyond two of them, to hours before. */
export function useForecast(): (hours: number | null) => string {
  const { disks: t } = useHostMessages()
  const format = useFormat()
  return (hours) => {
    if (hours === null) return t.unknown
    if (hours >= yearHours) return t.steady
    const whole = hours >= 2 * dayHours ? Math.floor(hours / dayHours) * dayHours : Math.floor(hours)
    return t.fullIn(format.duration(whole === 0 ? Math.floor(hours * hourSeconds) : whole * hourSeconds))
  }
}
