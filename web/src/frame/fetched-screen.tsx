// A screen whose program comes when it is opened. A page of an older build is brought up to date for it, once.
import { type FunctionComponent, useEffect, useState } from 'react'
import { Skeleton } from '../parts/content-states.tsx'
import { type FailedProps, PartMissing, fetched } from '../parts/fetched.tsx'

export type LoadScreen = () => Promise<{ readonly Screen: FunctionComponent }>

const reloadedFor = 'lapwing.reloaded'

export function fetchedScreen(load: LoadScreen) {
  const come = async (): Promise<FunctionComponent> => {
    const { Screen } = await load()
    sessionStorage.removeItem(reloadedFor)
    return Screen
  }
  return fetched(come, { waiting: <Skeleton height="2.75rem" lines={3} />, Failed: ScreenMissing })
}

/** A new page asks for the part anew. Nobody is left with the browser's own page because Lapwing is out of reach. */
function ScreenMissing(_: FailedProps) {
  const [isSaid, setSaid] = useState(false)
  useEffect(() => {
    const isSecond = sessionStorage.getItem(reloadedFor) === location.pathname
    sessionStorage.setItem(reloadedFor, location.pathname)
    void (isSecond ? Promise.resolve() : reloadWhereReachable()).then(() => setSaid(true))
  }, [])
  return isSaid && <PartMissing onRetry={() => void reloadWhereReachable()} />
}

async function reloadWhereReachable(): Promise<void> {
  const page = await fetch(location.pathname, { headers: { accept: 'text/html' } }).catch(() => null)
  if (page?.ok) location.reload()
}
