// Written by `npm run sdk` from the operations. A change belongs there.

export interface OverviewPaths {
  '/events': { get: { answer: never } }
}
