/** What a header of an answer says, with a value as it is sent. */
interface ResponseHeader {
  description: string
  example: string | number
}

/** Every header of answers that clients may rely on. A call names those of its own in `sends`; the server adds those of all answers. */
export const responseHeaders = {
  ETag: {
    description:
      'Names this state of the answer. Sent as `If-None-Match`, it is answered 304 as long as nothing has changed.',
    example: '"9f86d081884c7d65"',
  },
  'Content-Disposition': {
    description: 'The name under which the file is saved',
    example: 'attachment; filename="VFFS-2214-records.csv"',
  },
  'Content-Language': { description: 'The language of the texts for people', example: 'en' },
  'Idempotent-Replayed': {
    description: 'The request was made before with this `Idempotency-Key`, and this is what was answered then',
    example: 'true',
  },
  Location: { description: 'Where the browser is led', example: '/okta/callback?code=JF0q3x&state=n2W8' },
  RateLimit: {
    description:
      'How many requests are left (`r`), and the seconds (`t`) until all are there again, by the closest limit',
    example: '"user";r=598;t=42',
  },
  'RateLimit-Policy': {
    description: 'The closest limit: so many requests (`q`) in so many seconds (`w`)',
    example: '"user";q=600;w=60',
  },
  'Retry-After': { description: 'Seconds after which the same request may be made again', example: 2 },
  'WWW-Authenticate': { description: 'How to send credentials', example: 'Bearer' },
  'X-Request-Id': {
    description: 'The id of the request, which is in the log of the server and in the history of what it changed',
    example: '0b0ff7c1-5a2f-4b5c-9a30-6f6f3a7a2b11',
  },
  'X-Replaced-Characters': {
    description:
      'Characters of the document that no font has; a replacement character is shown instead. Percent-encoded, the first 100; empty if there are none',
    example: '%EA%A6%97',
  },
  'X-Records': { description: 'How many records the file has', example: 8_640 },
  'X-Template-Warnings': {
    description: 'The first warnings of the template with their places: JSON, percent-encoded',
    example: '%5B%5D',
  },
} as const satisfies Record<string, ResponseHeader>

export type ResponseHeaderName = keyof typeof responseHeaders
