// Caches the plans of monitors in little memory: many have the same config, rules and interval, and share them.
import { RecentMap } from '../../domain/limits/recent-map.ts'
import type { CheckPlan } from '../../store/checking/check-plans.ts'

type CommonPart = Omit<CheckPlan, 'monitorNumber' | 'secrets' | keyof OwnPart>
type OwnPart = Pick<CheckPlan, 'version' | 'monitorId' | 'target' | 'config' | 'problem'>

interface PackedPlan extends OwnPart {
  readonly common: CommonPart
  readonly bytes: number
}

// A quarter of a million plans of usual size.
const defaultMaxBytes = 64 * 1024 * 1024
// Beside its texts: the plan itself, its place in the map, and its id.
const bytesOfPlan = 200
// An object takes about three times as many bytes as its JSON has characters.
const bytesPerCharacter = 3
const maxShared = 1000
const maxSharedLength = 2000

export class PlanCache {
  /** By monitor number. */
  readonly #plans: RecentMap<number, PackedPlan>
  readonly #shared = new Map<string, object>()

  constructor(maxBytes = defaultMaxBytes) {
    this.#plans = new RecentMap({ maxWeight: maxBytes, weightOf: ({ bytes }) => bytes })
  }

  get(monitorNumber: number): CheckPlan | undefined {
    const packed = this.#plans.get(monitorNumber)
    if (!packed) return undefined
    const { version, monitorId, target, config, problem, common } = packed
    return { monitorNumber, version, monitorId, target, config, secrets: null, problem, ...common }
  }

  /** Without its encrypted secrets. */
  set({ monitorNumber, version, monitorId, target, config, problem, secrets: _, ...rest }: CheckPlan): void {
    const own = this.#share(config)
    const common = this.#share<CommonPart>(rest)
    const bytes = bytesOfPlan + target.length + own.bytes + common.bytes
    this.#plans.set(monitorNumber, {
      version,
      monitorId,
      target,
      config: own.value,
      problem,
      common: common.value,
      bytes,
    })
  }

  /** The same object for equal values. Its bytes are counted for the first plan that has it. */
  #share<Value extends object>(value: Value): { readonly value: Value; readonly bytes: number } {
    const text = JSON.stringify(value)
    const known = this.#shared.get(text)
    if (known) return { value: known as Value, bytes: 0 }
    if (text.length <= maxSharedLength) {
      if (this.#shared.size >= maxShared) this.#shared.clear()
      this.#shared.set(text, value)
    }
    return { value, bytes: text.length * bytesPerCharacter }
  }
}
