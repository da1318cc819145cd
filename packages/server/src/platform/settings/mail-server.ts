import type { Config } from '../config.ts'
import type { MailServer } from '../mail.ts'
import type { InstallationSettings } from './installation-settings.ts'

/** The mail server that is set; undefined where mails are only stored. */
export function mailServerOf(settings: InstallationSettings, { mail }: Pick<Config, 'mail'>): MailServer | undefined {
  const from = settings.read('mail.from')
  if (settings.fixedBy('mail.host') !== null) return mail && { transport: { url: mail.smtpUrl }, from: mail.from }
  const host = settings.read('mail.host')
  if (host === null || from === null) return undefined
  const security = settings.read('mail.security')
  const [user, pass] = [settings.read('mail.user'), settings.read('mail.password')]
  return {
    transport: {
      host,
      port: settings.read('mail.port'),
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ...(user === null ? {} : { auth: { user, pass: pass ?? '' } }),
    },
    from,
  }
}
