import { useEffect, useState } from 'react'

/** What a value was once it has stayed the same for a moment: what is typed is asked for when the typing rests. */
export function useRested<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}
