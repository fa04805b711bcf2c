/** A file that is no backup, or no longer one. The message follows the name of the file. */
export class BadBackup extends Error {
  override name = 'BadBackup'
}
