// Shows pages while the dashboard is closed. It has no fetch handler on purpose: every screen comes from the server, so
// an update can never be hidden behind an old copy.
const texts = {
  en: {
    acknowledge: 'Acknowledge',
    acknowledged: 'Acknowledged',
    failed: 'Could not acknowledge. Open the incident to try again.',
    unreadable: 'Lapwing has a new message. Open the dashboard to read it.',
  },
  de: {
    acknowledge: 'Bestätigen',
    acknowledged: 'Bestätigt',
    failed: 'Bestätigen ging nicht. Öffne den Vorfall und versuche es erneut.',
    unreadable: 'Lapwing hat eine neue Nachricht. Öffne das Dashboard, um sie zu lesen.',
  },
}
const t = texts[navigator.language.startsWith('de') ? 'de' : 'en']

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('push', (event) => event.waitUntil(show(messageIn(event.data))))
self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event
  notification.close()
  event.waitUntil(action === 'acknowledge' ? acknowledge(notification) : open(notification.data.url))
})

/** Browsers withdraw the permission after a push that shows nothing, so every push shows something. */
function messageIn(data) {
  try {
    return data.json()
  } catch {
    return { title: 'Lapwing', body: t.unreadable, tag: 'lapwing', tone: 'test', url: null, isUrgent: false }
  }
}

function show({ title, body, tag, tone, url, isUrgent, acknowledge: link }) {
  const isNews = tone !== 'resolved' && tone !== 'acknowledged'
  return self.registration.showNotification(title, {
    body,
    tag,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    // A further message about the incident replaces the one before; only a new alarm makes a sound.
    renotify: isNews,
    silent: !isNews,
    requireInteraction: isUrgent,
    data: { url, link, title, body, tag },
    actions: link ? [{ action: 'acknowledge', title: t.acknowledge }] : [],
  })
}

async function acknowledge({ data }) {
  const { link, title, body, tag } = data
  const isDone = await follow(link).catch(() => false)
  await self.registration.showNotification(isDone ? `${t.acknowledged}: ${title}` : title, {
    body: isDone ? body : t.failed,
    tag,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    silent: isDone,
    requireInteraction: !isDone,
    data,
  })
}

/** The link works once and without a session. Its page is at this server, whatever the public address is. */
async function follow(link) {
  const { pathname } = new URL(link)
  const response = await fetch(pathname, { method: 'POST', credentials: 'omit', redirect: 'error' })
  return response.ok
}

/** In a window of the dashboard that is open already, or in a new one. */
async function open(address) {
  const url = new URL(address ?? '/', self.location.origin)
  if (url.origin !== self.location.origin) return self.clients.openWindow(url.href)
  const windows = await self.clients.matchAll({ type: 'window' })
  const window = windows.find((one) => one.visibilityState === 'visible') ?? windows[0]
  if (!window) return self.clients.openWindow(url.href)
  await window.focus()
  return window.navigate(url.href)
}
