// Written by `npm run sdk` from the operations. A change belongs there.

export interface ArtifactsPaths {
  '/artifacts/{id}': { get: { params: { id: string }; answer: string } }
}
