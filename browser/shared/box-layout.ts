// Paths in a box, for the programs inside; src/browsers/box.ts has the same.
export const wayOutSocket = '/box/way-out.sock'
export const proxyPort = 3128
