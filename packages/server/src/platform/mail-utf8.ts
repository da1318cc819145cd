import type { SMTPTransportOptions } from 'nodemailer'

/** Whether the server takes addresses with letters beyond ASCII before the @ (RFC 6531). It is asked for mails to such addresses alone. */
export async function offersSmtpUtf8(transport: SMTPTransportOptions): Promise<boolean> {
  const [{ default: SMTPConnection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ])
  const { url, ...options } = transport
  const connection = new SMTPConnection({ ...(url === undefined ? {} : parseConnectionUrl(url)), ...options })
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      connection.connect(() => resolve())
    })
    // The answer to EHLO, behind STARTTLS where that is used.
    return /^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse))
  } finally {
    connection.close()
  }
}
