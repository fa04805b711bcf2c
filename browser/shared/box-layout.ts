// Where things are in a box: known to the programs, and to whoever makes the box (src/browsers/box.ts says the same).
export const wayOutSocket = '/box/way-out.sock'
export const proxyPort = 3128
