import { useQuery } from '@tanstack/react-query'
import type { ChannelHealth } from '../../api-types.ts'
import { queryFor, client } from '../../api.ts'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'

export type Delivery = NonNullable<ChannelHealth['last']>

interface TestDelivery {
  readonly busy: boolean
  /** The channel is being saved or tested and must not be saved again. */
  readonly isKeeping: boolean
  readonly error: Error | null
  /** The result; null until it is known. */
  readonly delivery: Delivery | null
  readonly send: () => void
  readonly reset: () => void
}

interface SentTest {
  readonly channelId: number
  /** The previous delivery. */
  readonly before: number | null
}

/** Saves the channel, sends a test, and waits for its delivery. */
export function useTestDelivery(keep: () => Promise<number>): TestDelivery {
  const sending = useSingleSubmit({
    mutationFn: async (): Promise<SentTest> => {
      const channelId = await keep()
      const { data } = await client.get('/dashboard/channel-health')
      const before = data.find((one) => one.channel_id === channelId)?.last?.id ?? null
      await client.post('/notification-channels/{id}/test', { params: { id: channelId } })
      return { channelId, before }
    },
  })
  const lastOf = (health: readonly ChannelHealth[] | undefined): Delivery | null => {
    const last = health?.find((one) => one.channel_id === sending.data?.channelId)?.last ?? null
    return last && last.id !== sending.data?.before ? last : null
  }
  const { data } = useQuery({
    ...queryFor('/dashboard/channel-health'),
    enabled: sending.data !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (lastOf(state.data?.data) ? false : 500),
  })
  const delivery = sending.data ? lastOf(data?.data) : null
  return {
    busy: sending.isPending || (sending.data !== undefined && !delivery),
    isKeeping: sending.isPending,
    error: sending.error,
    delivery,
    send: () => sending.mutate(),
    reset: () => sending.reset(),
  }
}
