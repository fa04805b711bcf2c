// Prints how this process was started.
process.stdout.write(JSON.stringify({ flags: process.execArgv, heaps: process.env['MALLOC_ARENA_MAX'] }))
