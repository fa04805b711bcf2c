/** What keeps Lapwing from starting and somebody can mend: its message is all they need to be told. */
export class ToldAtStart extends Error {}
