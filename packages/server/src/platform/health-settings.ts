import { hostname } from 'node:os'
import { z } from 'zod'
import { address, text } from './environment-fields.ts'

const LONGEST_NAME = 100

/** What a server calls itself, and who hears of alerts beside people. */
export const healthVariables = {
  NODE_NAME: z.string().max(LONGEST_NAME, `must not be longer than ${LONGEST_NAME} characters`).optional(),
  HEALTH_WEBHOOK_URL: address(['http:', 'https:']).optional(),
  HEALTH_WEBHOOK_SECRET: text.optional(),
}

export interface HealthSettings {
  /** Differs between the servers of one installation. */
  nodeName: string
  webhook: { url: string; secret: string | undefined } | undefined
}

interface Given {
  NODE_NAME?: string | undefined
  HEALTH_WEBHOOK_URL?: string | undefined
  HEALTH_WEBHOOK_SECRET?: string | undefined
}

/** @param fallback of several processes the name of this one; undefined where there is one */
export function healthSettingsOf(
  { NODE_NAME, HEALTH_WEBHOOK_URL: url, HEALTH_WEBHOOK_SECRET }: Given,
  fallback: string | undefined,
): HealthSettings {
  return {
    nodeName: NODE_NAME ?? fallback ?? hostname().slice(0, LONGEST_NAME),
    webhook: url === undefined ? undefined : { url, secret: HEALTH_WEBHOOK_SECRET },
  }
}
