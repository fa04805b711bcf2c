import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/** A mutation that ignores a second call while the first is running, even before React renders. */
export function useSingleSubmit<A, V = void>(options: UseMutationOptions<A, Error, V>) {
  const isUnderWay = useRef(false)
  const mutation = useMutation({ ...options, onSettled: () => void (isUnderWay.current = false) })
  const mutate = (value: V): void => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    mutation.mutate(value)
  }
  const reset = (): void => {
    isUnderWay.current = false
    mutation.reset()
  }
  return { ...mutation, mutate, reset }
}
