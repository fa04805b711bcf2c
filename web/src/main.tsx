import './style/main.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './api.ts'
import { watchFirstContent } from './first-content.ts'
import { currentPreferences } from './preferences.ts'
import { router } from './router.tsx'

watchFirstContent()
document.documentElement.lang = currentPreferences().language

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
