import type MailComposer from 'nodemailer/lib/mail-composer'

/** The text of an email, as servers take it. It contains no file and no page that the message only names. */
export async function composeEmail(message: ConstructorParameters<typeof MailComposer>[0]): Promise<Buffer> {
  // Loaded late, because many installations send no email.
  const { default: Composer } = await import('nodemailer/lib/mail-composer')
  return new Composer({ ...message, disableFileAccess: true, disableUrlAccess: true }).compile().build()
}
