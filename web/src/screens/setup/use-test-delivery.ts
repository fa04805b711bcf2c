import { useQuery } from '@tanstack/react-query'
import type { ChannelHealth } from '../../../../sdk/api.ts'
import { queryFor, client } from '../../api.ts'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'

export type Delivery = NonNullable<ChannelHealth['last']>

interface TestDelivery {
  readonly busy: boolean
  /** The channel is being stored or tried, and must not be stored once more meanwhile. */
  readonly isKeeping: boolean
  readonly error: Error | null
  /** What came of it; null before that is known. */
  readonly delivery: Delivery | null
  readonly send: () => void
  readonly reset: () => void
}

interface SentTest {
  readonly channelId: number
  /** The delivery before. */
  readonly before: number | null
}

/** Keeps the channel, has it tested, and waits until the log says what came of it. */
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
