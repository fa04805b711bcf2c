import { expect, it } from 'vitest'
import { pressureOn } from './pressure.ts'

const calm = { cpu_pct: 12, mem_used_pct: 48, fullest_disk: { mount: '/', used_pct: 60 }, load_per_core: 0.4 }

it.each([
  ['nothing', {}, null],
  ['the CPU', { cpu_pct: 100 }, 'cpu'],
  ['the memory', { mem_used_pct: 96 }, 'memory'],
  ['a disk', { fullest_disk: { mount: '/', used_pct: 95 } }, 'disk'],
  ['the load', { load_per_core: 2.5 }, 'load'],
  ['nothing of a host without measurements', { cpu_pct: null, mem_used_pct: null, fullest_disk: null }, null],
])('says that %s is short', (_what, change, on) => expect(pressureOn({ ...calm, ...change })).toBe(on))
