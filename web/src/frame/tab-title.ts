// The browser tab: `(2) Checkout API is down · Lapwing`, with an alarm icon while a critical incident is firing.
import { useEffect } from 'react'
import { createStore, useStore } from '../store.ts'

export interface OpenIncidentCounts {
  readonly incidents: number
  readonly unattended: boolean
}

export const openIncidentCounts = createStore<OpenIncidentCounts>({ incidents: 0, unattended: false })

export function useTabTitle(title: string): void {
  const { incidents } = useStore(openIncidentCounts)
  useEffect(() => {
    document.title = `${incidents > 0 ? `(${incidents}) ` : ''}${title.replace(/\.$/, '')} · Lapwing`
  }, [title, incidents])
}

export function useTabIcon(): void {
  const { unattended } = useStore(openIncidentCounts)
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (icon) icon.href = unattended ? '/favicon-alarm.svg' : '/favicon.svg'
  }, [unattended])
}
