// The inbox behind the bell: notifications, unread ones marked.
import { useNoticeMessages } from './messages.ts'
import './notices.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { queryFor, client } from '../../api.ts'
import { useHasContent } from '../../first-content.ts'
import { Icon } from '../../parts/icon.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { type Notice, linkOf, statusOf } from './notice.ts'
import { invalidate } from '../../invalidation.ts'
import { placeBelow } from '../../parts/overlay/place-below.ts'

export function Notices() {
  const t = useNoticeMessages()
  const { data } = useQuery({ ...queryFor('/dashboard/notices'), enabled: useHasContent() })
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const notices = data?.data ?? []
  const unread = data?.unread ?? 0
  const close = (): void => box.current?.hidePopover()
  const toggle = (opens: boolean): void => {
    setOpen(opens)
    if (!opens) return void invalidate('notice')
    placeBelow(box.current!, opener.current!)
    const [newest] = notices
    if (newest && unread > 0) void markRead(newest.at)
  }
  return (
    <>
      <button ref={opener} type="button" className="btn ghost icon bell" popoverTarget={id} aria-haspopup="dialog">
        <Icon name="bell" />
        <span className="sr">{t.inbox(unread)}</span>
        {unread > 0 && (
          <span className="count alarm" aria-hidden="true">
            {unread}
          </span>
        )}
      </button>
      <div
        ref={box}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t.title}
        className="menu notices"
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={({ newState }) => toggle(newState === 'open')}
      >
        {isOpen && <Inbox notices={notices} onFollow={close} />}
      </div>
    </>
  )
}

function Inbox({ notices, onFollow }: { notices: readonly Notice[]; onFollow: () => void }) {
  const t = useNoticeMessages()
  if (notices.length === 0) return <p className="muted p-4">{t.none}</p>
  return (
    <ul className="list">
      {notices.map((notice) => (
        <Entry key={notice.id} notice={notice} onFollow={onFollow} />
      ))}
    </ul>
  )
}

/** Saved when the inbox opens; the marks stay until it closes. */
async function markRead(until: string): Promise<void> {
  await client.post('/dashboard/notices/read', { body: { until } })
}

function Entry({ notice, onFollow }: { notice: Notice; onFollow: () => void }) {
  const t = useNoticeMessages()
  const { subject, by, message, at, is_read: isRead } = notice
  return (
    <li className={isRead ? '' : 'unread'}>
      <StatusMark status={statusOf(notice)} />
      <span className="min-w-0">
        <Link {...linkOf(notice)} onClick={onFollow}>
          {t.kinds[notice.kind](subject.name, by ?? t.somebody)}
        </Link>
        {message && <span className="sub break-words">{message}</span>}
      </span>
      <span className="at">
        {!isRead && <span className="sr">{t.unread}</span>}
        <RelativeTime at={at} />
      </span>
    </li>
  )
}
