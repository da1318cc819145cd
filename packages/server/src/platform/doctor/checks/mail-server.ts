import { createTransport } from 'nodemailer'
import { type Check, fault } from '../check.ts'

const PATIENCE_MS = 8_000

/** Whether the mail server takes mails from here. Nothing is sent. */
export const mailServer: Check = {
  name: 'mail-server',
  title: 'Mail server',
  needs: 'network',
  async examine({ config: { mail } }) {
    if (mail === undefined) return []
    const { hostname, host } = new URL(mail.smtpUrl)
    const transport = createTransport({
      url: mail.smtpUrl,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
    })
    try {
      await transport.verify()
      return []
    } catch (error) {
      const reason = (error as Error).message.replaceAll(/\s+/g, ' ').slice(0, 200)
      return [
        fault(
          `The mail server ${host} (SMTP_URL) does not take mails from here: ${reason}`,
          `See that ${hostname} can be reached and that user, password and port in SMTP_URL are right. Mails wait until then.`,
        ),
      ]
    } finally {
      transport.close()
    }
  },
}
