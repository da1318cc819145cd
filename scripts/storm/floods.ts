import { oneUser, saml, unread } from './http-floods.ts'
import { mqttGuesses, mqttSilent } from './mqtt-floods.ts'
import { slowCrowds } from './slow-crowds.ts'
import type { Target } from './target.ts'

/** Floods until a time (Unix ms). @returns what was sent and what became of it */
export type Flood = (target: Target, until: number) => Promise<string>

/** The floods by name; the parts of one run at once, each in its own process. */
export const floods: Record<string, Record<string, Flood>> = {
  unread: { unread },
  user: { user: oneUser },
  saml: { saml },
  mqtt: { guesses: mqttGuesses, silent: mqttSilent },
  slow: slowCrowds,
}

export const floodNames = Object.keys(floods)
