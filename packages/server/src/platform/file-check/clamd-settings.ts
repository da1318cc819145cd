import { z } from 'zod'
import type { ClamdAddress } from './virus-scanner.ts'

const WORDS = 'must be tcp://host:port or unix:/path of a ClamAV daemon'

/** The variable that names a virus scanner; `docs/operations.md` explains it. */
export const clamdVariables = {
  CLAMD_URL: z
    .string()
    .transform(toAddress)
    .refine((address) => address !== undefined, WORDS)
    .optional(),
}

function toAddress(value: string): ClamdAddress | undefined {
  const path = /^unix:(?:\/\/)?(\/.+)$/.exec(value)?.[1]
  if (path !== undefined) return { path }
  if (!/^tcp:\/\/[^/]+\/?$/.test(value) || !URL.canParse(value)) return undefined
  const { hostname, port, username } = new URL(value)
  if (hostname === '' || port === '' || username !== '') return undefined
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
}
