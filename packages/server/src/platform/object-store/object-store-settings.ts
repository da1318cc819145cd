import { isAbsolute, join, resolve } from 'node:path'
import { z } from 'zod'
import { address } from '../environment-fields.ts'
import { FolderStore } from './folder-store.ts'
import { isKey, type ObjectStore } from './object-store.ts'
import { S3Store } from './s3-store.ts'

const word = (longest: number) =>
  z.string().regex(new RegExp(`^[\\x21-\\x7e]{1,${longest}}$`), `must be 1 to ${longest} letters, digits or signs`)

/** The variables of places for contents; `docs/operations.md` explains each. */
export const objectStoreVariables = {
  FILES_URL: z.string().refine(isLocation, 'must be a folder, or s3://bucket or s3://bucket/prefix').optional(),
  S3_ENDPOINT: address(['http:', 'https:'])
    .refine((value) => !URL.canParse(value) || isOrigin(value), 'must not have a path, a user or a query')
    .transform((value) => new URL(value).origin)
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, 'must be a region such as eu-central-1')
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: word(200).optional(),
  S3_SECRET_ACCESS_KEY: word(200).optional(),
}

/** Where S3-compatible buckets are, and who we are there. */
export interface S3Settings {
  endpoint: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

type Given = z.infer<z.ZodObject<typeof objectStoreVariables>>

export function s3SettingsOf({ S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: Given): S3Settings {
  const isGiven = S3_ACCESS_KEY_ID !== undefined && S3_SECRET_ACCESS_KEY !== undefined
  return {
    endpoint: S3_ENDPOINT ?? `https://s3.${S3_REGION}.amazonaws.com`,
    region: S3_REGION,
    credentials: isGiven ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY } : undefined,
  }
}

/** @returns what is wrong between the variables */
export function objectStoreFault(env: Given): string | undefined {
  if ((env.S3_ACCESS_KEY_ID === undefined) !== (env.S3_SECRET_ACCESS_KEY === undefined)) {
    return 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.'
  }
  if (env.FILES_URL?.startsWith('s3:') && env.S3_ACCESS_KEY_ID === undefined) {
    return 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set where FILES_URL is a bucket.'
  }
  return undefined
}

/** Whether a text names a place: a folder, or a bucket with or without a prefix. */
export function isLocation(location: string): boolean {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(location)) return location.length <= 4_096 && !location.includes('\0')
  return bucketOf(location) !== undefined
}

/** @throws Error where a bucket is named without credentials */
export function openObjectStore(location: string, { endpoint, region, credentials }: S3Settings): ObjectStore {
  const named = bucketOf(location)
  if (named === undefined) return new FolderStore(isAbsolute(location) ? join(location) : resolve(location))
  if (credentials === undefined) throw new Error('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not set.')
  return new S3Store({ endpoint, region, ...credentials, ...named })
}

function isOrigin(value: string): boolean {
  const { origin, href } = new URL(value)
  return href === `${origin}/`
}

function bucketOf(location: string): { bucket: string; prefix: string } | undefined {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/?$/.exec(location) ?? []
  if (bucket === undefined || (prefix !== '' && !isKey(prefix))) return undefined
  return { bucket, prefix }
}
