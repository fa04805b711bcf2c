// Hundreds of checks wait on one signal, and one check waits on its signal in phase after phase. Each signal has one
// listener of ours, because adding and removing listeners costs more than everything else a phase does.
const watched = new WeakMap<AbortSignal, Set<() => void>>()

export function onAbort(signal: AbortSignal, react: () => void): void {
  const waiting = watched.get(signal) ?? watch(signal)
  if (waiting.size === 0) signal.addEventListener('abort', reactAll)
  waiting.add(react)
}

export function offAbort(signal: AbortSignal, react: () => void): void {
  const waiting = watched.get(signal)
  if (waiting?.delete(react) && waiting.size === 0) signal.removeEventListener('abort', reactAll)
}

function watch(signal: AbortSignal): Set<() => void> {
  const waiting = new Set<() => void>()
  watched.set(signal, waiting)
  return waiting
}

function reactAll(this: AbortSignal): void {
  for (const react of watched.get(this) ?? []) react()
}
