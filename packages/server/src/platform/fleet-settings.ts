import { z } from 'zod'
import { wholeNumber } from './environment-fields.ts'

const MAX_READINGS = 10
const readingNames = `must be 1 to ${MAX_READINGS} names of readings, separated by commas`

const readings = (usual: string) =>
  z
    .string()
    .default(usual)
    .transform((value) => value.split(',').map((name) => name.trim()))
    .pipe(z.array(z.string().min(1, readingNames).max(128, readingNames)).max(MAX_READINGS, readingNames))

/** The variables of what the fleet has run; `docs/operations.md` explains each. */
export const fleetVariables = {
  FLEET_RECIPE_READINGS: readings('Recipe'),
  FLEET_SET_SPEED_READINGS: readings('SetSpeed,MachSpeed'),
  FLEET_DAYS_PER_RUN: wholeNumber(1, 1_000_000, 5_000),
}

export interface FleetSettings {
  /** Names of readings that tell the recipe. */
  recipeReadings: string[]
  /** Names of readings that tell the speed that is set. */
  setSpeedReadings: string[]
  /** Days of machines that one run of the job counts at most. */
  daysPerRun: number
}

export function fleetSettingsOf(env: z.infer<z.ZodObject<typeof fleetVariables>>): FleetSettings {
  return {
    recipeReadings: env.FLEET_RECIPE_READINGS,
    setSpeedReadings: env.FLEET_SET_SPEED_READINGS,
    daysPerRun: env.FLEET_DAYS_PER_RUN,
  }
}
