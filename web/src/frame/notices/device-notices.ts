// Browser notifications, if the user has turned them on for this device.
import { useNoticeMessages } from './messages.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api.ts'
import { useHasContent } from '../../first-content.ts'
import { createStore, useStore } from '../../store.ts'
import { type Notice, linkOf } from './notice.ts'

const storageKey = 'lapwing.device-notices'
const shownKinds = new Set<Notice['kind']>(['incident_opened', 'channel_failing', 'location_silent'])

export type DeviceNotices = 'on' | 'off' | 'refused' | 'impossible'

const state = createStore<DeviceNotices>(currentState())

export const useDeviceNotices = (): DeviceNotices => useStore(state)

function currentState(): DeviceNotices {
  if (!('Notification' in globalThis)) return 'impossible'
  if (Notification.permission === 'denied') return 'refused'
  return Notification.permission === 'granted' && localStorage.getItem(storageKey) === 'on' ? 'on' : 'off'
}

/** The browser asks for permission the first time; `hello` is the first notification. */
export async function switchDeviceNotices(wanted: boolean, hello: string): Promise<void> {
  localStorage.setItem(storageKey, wanted ? 'on' : 'off')
  if (wanted && 'Notification' in globalThis) await Notification.requestPermission()
  const now = currentState()
  state.set(now === 'on' && !canShow(hello) ? 'impossible' : now)
}

// Some mobile browsers define Notification but throw when one is created.
function canShow(hello: string): boolean {
  try {
    return Boolean(new Notification('Lapwing', { body: hello, tag: storageKey }))
  } catch {
    return false
  }
}

/** Renders nothing. It is silent while the page has the focus, where the bell shows the same. */
export function DeviceNotices(): null {
  const t = useNoticeMessages()
  const navigate = useNavigate()
  const isOn = useDeviceNotices() === 'on'
  const { data } = useQuery({ ...queryFor('/dashboard/notices'), enabled: useHasContent() })
  const known = useRef<ReadonlySet<string>>(null)
  useEffect(() => {
    if (!data) return
    const before = known.current
    known.current = new Set(data.data.map(({ id }) => id))
    if (!isOn || before === null || document.hasFocus()) return
    for (const notice of data.data.filter((one) => !before.has(one.id) && isWorthShowing(one))) {
      const title = t.kinds[notice.kind](notice.subject.name, notice.by ?? t.somebody)
      const shown = new Notification(title, { body: notice.message ?? '', tag: notice.id })
      shown.addEventListener('click', () => {
        window.focus()
        shown.close()
        void navigate(linkOf(notice))
      })
    }
  }, [data, isOn, t, navigate])
  return null
}

const isWorthShowing = ({ kind, is_read: isRead, is_over: isOver }: Notice): boolean =>
  shownKinds.has(kind) && !isRead && !isOver
