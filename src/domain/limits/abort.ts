// Hundreds of checks wait on one signal, and one check waits on its signal in phase after phase. Each signal has one
// listener of ours, because adding and removing listeners costs more than everything else a phase does.

// Who waits is in an array on the signal itself. A WeakMap would keep it, and all that a check has touched, through
// every quick collection of V8, and a Set leaves old tables behind that do the same: a short check would cost twice as
// much.
const waiting = Symbol('waiting')

type WatchedSignal = AbortSignal & { [waiting]?: (() => void)[] }

export function onAbort(signal: WatchedSignal, react: () => void): void {
  const all = (signal[waiting] ??= [])
  if (all.push(react) === 1) signal.addEventListener('abort', reactAll)
}

export function offAbort(signal: WatchedSignal, react: () => void): void {
  const all = signal[waiting] ?? []
  const index = all.indexOf(react)
  if (index < 0) return
  all.splice(index, 1)
  if (all.length === 0) signal.removeEventListener('abort', reactAll)
}

function reactAll(this: WatchedSignal): void {
  const all = this[waiting] ?? []
  for (const react of all.slice()) if (all.includes(react)) react()
}
