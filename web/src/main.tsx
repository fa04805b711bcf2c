import './style/main.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './api.ts'
import { currentLook } from './look.ts'
import { router } from './router.tsx'

// A part of an older build is gone once a newer one is served: the page that wants it is brought up to date, once.
addEventListener('vite:preloadError', () => {
  const key = 'lapwing.reloaded'
  if (sessionStorage.getItem(key) === document.lastModified) return
  sessionStorage.setItem(key, document.lastModified)
  location.reload()
})

document.documentElement.lang = currentLook().language

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
