// Loads a screen's code when it is opened. If that fails, the page reloads once, because the build may be outdated.
import { type FunctionComponent, useEffect, useState } from 'react'
import { Skeleton } from '../parts/content-states.tsx'
import { type RetryProps, PartError, lazyPart } from '../parts/lazy-part.tsx'

export type LoadScreen = () => Promise<{ readonly Screen: FunctionComponent }>

const reloadedFor = 'lapwing.reloaded'

export function lazyScreen(load: LoadScreen) {
  const come = async (): Promise<FunctionComponent> => {
    const { Screen } = await load()
    sessionStorage.removeItem(reloadedFor)
    return Screen
  }
  return lazyPart(come, { waiting: <Skeleton height="2.75rem" lines={3} />, Failed: ScreenLoadError })
}

/** Reloads only if the server responds, so that the user never ends up on the browser's error page. */
function ScreenLoadError(_: RetryProps) {
  const [isSaid, setSaid] = useState(false)
  useEffect(() => {
    const isSecond = sessionStorage.getItem(reloadedFor) === location.pathname
    sessionStorage.setItem(reloadedFor, location.pathname)
    void (isSecond ? Promise.resolve() : reloadWhereReachable()).then(() => setSaid(true))
  }, [])
  return isSaid && <PartError onRetry={() => void reloadWhereReachable()} />
}

async function reloadWhereReachable(): Promise<void> {
  const page = await fetch(location.pathname, { headers: { accept: 'text/html' } }).catch(() => null)
  if (page?.ok) location.reload()
}
