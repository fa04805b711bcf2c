// Leaves out zod's messages in fifty languages: Lapwing has its own, and they take 2 MB of each process. The English
// ones stay.
import { registerHooks } from 'node:module'

registerHooks({
  resolve(specifier, context, next) {
    const isLocales = specifier === '../locales/index.js' && context.parentURL?.includes('/node_modules/zod/')
    return isLocales ? { url: 'data:text/javascript,', shortCircuit: true } : next(specifier, context)
  },
})
