import { doorFloods } from './door-floods.ts'
import { oneUser, saml, unread } from './http-floods.ts'
import { mqttGuesses, mqttLarge, mqttSilent } from './mqtt-floods.ts'
import { shapeFloods } from './shape-floods.ts'
import { slowCrowds } from './slow-crowds.ts'
import { staffFloods } from './staff-floods.ts'
import type { Flood } from './target.ts'

/** The floods by name; the parts of one run at once, each in its own process. */
export const floods: Record<string, Record<string, Flood>> = {
  unread: { unread },
  user: { user: oneUser },
  saml: { saml },
  mqtt: { guesses: mqttGuesses, silent: mqttSilent },
  'large CONNECT': { connect: mqttLarge },
  slow: slowCrowds,
  ...doorFloods,
  ...shapeFloods,
  ...staffFloods,
}

export const floodNames = Object.keys(floods)
