// Hundreds of checks wait on one signal, and one check waits on its signal in phase after phase. Each signal has one
// listener of ours, because adding and removing listeners costs more than everything else a phase does.

// Who waits is kept on the signal itself. In a WeakMap it would outlive every quick collection of V8, together with all
// that the check has touched: half of what a short check costs, and a third of its memory.
const waiting = Symbol('waiting')

type Watched = AbortSignal & { [waiting]?: Set<() => void> }

export function onAbort(signal: Watched, react: () => void): void {
  const all = (signal[waiting] ??= new Set())
  if (all.size === 0) signal.addEventListener('abort', reactAll)
  all.add(react)
}

export function offAbort(signal: Watched, react: () => void): void {
  const all = signal[waiting]
  if (all?.delete(react) && all.size === 0) signal.removeEventListener('abort', reactAll)
}

function reactAll(this: Watched): void {
  for (const react of this[waiting] ?? []) react()
}
