import { isOwnPath, loginOptionSchema } from '@packhouse/contract'
import { z } from 'zod'

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port number from 0 to 65535')

/** A TCP port. */
export const port = (fallback: number) => portNumber.default(fallback)

/** A TCP port of what is off without one. */
export const portOrNone = portNumber.optional()

/** A whole number within bounds, as text. */
export const wholeNumber = (from: number, to: number, fallback: number) => {
  const message = `must be a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message)
    .default(fallback)
}

/** An address with one of the protocols, such as `https:`. */
export const address = (protocols: string[]) =>
  z.string().refine((value) => protocols.includes(protocolOf(value)), {
    message: `must be an address that starts with ${protocols.map((name) => `${name}//`).join(' or ')}`,
  })

/** An address that the browser may load or follow: of this site, or https. */
export const link = z.string().refine((value) => isOwnPath(value) || /^https?:$/.test(protocolOf(value)), {
  message: 'must be a path that starts with / or an http(s) address',
})

/** Words that are shown to people. */
export const text = z.string().max(200, 'must not be longer than 200 characters')

/** An address of mail, by itself or with a name before it. */
export const sender = z
  .string()
  .max(200, 'must not be longer than 200 characters')
  .regex(
    /^([^<>"\p{Cc}]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u,
    'must be an address such as Packhouse <packhouse@example.com>',
  )

const loginOptionWords = `must be a list of ${loginOptionSchema.options.join(', ')}`

/** Ways to sign in, separated by commas. */
export const loginOptionList = z
  .string()
  .default('basic')
  .transform((value) => value.split(',').map((entry) => entry.trim()))
  .pipe(z.array(z.enum(loginOptionSchema.options, loginOptionWords)))

const range = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

/** Addresses and ranges, separated by commas. */
export const addressList = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((entry) => entry.trim() || []))
  .refine((entries) => entries.every((entry) => range.safeParse(entry).success), {
    error: 'must be a list of addresses or ranges such as 10.0.0.0/8',
  })

/** A switch. */
export const onOff = z.enum(['on', 'off'], 'must be on or off')

function protocolOf(value: string): string {
  // Readers of addresses leave tabs and line ends out.
  return !/\s/.test(value) && URL.canParse(value) ? new URL(value).protocol : ''
}
