import { setting } from '../setting.ts'

const group = 'mail' as const
const reach = 'mails' as const
const SERVER = 'SMTP_URL'

/** The mail server. */
export const mailSettings = {
  'mail.host': setting.optionalText({
    ...{ group, reach, fallback: null, variable: SERVER, longest: 255 },
    label: 'Mail server',
    help: 'Its name or address. Empty: mails are stored and not sent',
    pattern: [/^[A-Za-z0-9.:_-]+$/, 'must be the name or the address of a server'],
  }),
  'mail.port': setting.number({
    ...{ group, reach, fallback: 587, variable: SERVER, min: 1, max: 65_535 },
    label: 'Port',
  }),
  'mail.security': setting.choice({
    ...{ group, reach, fallback: 'starttls', variable: SERVER },
    label: 'Encryption',
    help: 'STARTTLS is asked for before anything is sent; TLS is there from the first byte, usually at port 465',
    options: { starttls: 'STARTTLS', tls: 'TLS', optional: 'Only if offered' },
  }),
  'mail.user': setting.optionalText({
    ...{ group, reach, fallback: null, variable: SERVER },
    label: 'User name',
    help: 'Empty: the server asks for none',
  }),
  'mail.password': setting.secret({
    ...{ group, reach, variable: SERVER },
    label: 'Password',
    help: 'It is stored encrypted and never shown again',
  }),
  'mail.from': setting.optionalText({
    ...{ group, reach, fallback: null, variable: 'MAIL_FROM' },
    label: 'Sender',
    help: 'Such as Packhouse <packhouse@example.com>',
    pattern: [
      /^([^<>"\p{Cc}]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u,
      'must be an address such as Packhouse <packhouse@example.com>',
    ],
  }),
}
