import { useEffect, useState } from 'react'

/** What a value was once it has stayed the same for a moment: what is typed is asked for when the typing rests. */
export function useDebounced<T>(value: T, ms: number): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return debounced
}
