import { spawnSync } from 'node:child_process'

// Servers that root starts shut themselves in before they listen to a stranger.
const mayNot = process.getuid?.() === 0 && spawnSync('/usr/sbin/chroot', ['/', 'true']).status !== 0

/** Null where such a server can be started. */
export const noChroot = mayNot ? 'needs the right to chroot, which is forbidden here' : null
