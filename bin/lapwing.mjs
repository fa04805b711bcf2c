#!/usr/bin/env node
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `lapwing: this is Node ${process.versions.node}, and Lapwing needs 22.18 or newer. ` +
      'On Linux and Windows `npm start` brings its own; elsewhere install a newer Node.\n',
  )
  process.exit(1)
}
await import('../src/main.ts')
