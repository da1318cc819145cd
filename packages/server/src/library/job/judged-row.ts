import type { JobCheck, JobMachine, JobVerdict } from '@packhouse/contract'

/** Verdicts of single checks. Their sum says how many there are of each, since a machine has fewer than 16 checks. */
export const MET = 0
export const FITS_IF = 1
export const UNKNOWN = 16
export const DOES_NOT_FIT = 256

/** Cleaned with jets of water: the second digit of the IP rating is at least this. */
export const WASH_DOWN_DIGIT = 5

/** What the checks of one machine came to, with the figures that reasons are made of. */
export interface JudgedRow extends Record<JobCheck, number> {
  id: string
  model: string
  name: string
  typeId: string
  verdict: JobVerdict
  isTurned: boolean
  cellId: string | null
  lengthMin: number | null
  lengthMax: number | null
  widthMin: number | null
  widthMax: number | null
  heightMin: number | null
  heightMax: number | null
  speedMin: number | null
  speedMax: number | null
  hasVoltage: number | null
  hasPhases: number | null
  hasIpRating: string | null
  toolingCost: string | null
  evidence: JobMachine['evidence']
  isStale: boolean
  requiredIds: string[]
  voltageId: string | null
  phasesId: string | null
  washDownId: string | null
  /** All of these, with what they require. */
  neededIds: string[]
  /** What is known of the price, and whether that is all of it. */
  knownPrice: string | null
  priceFrom: string | null
  currency: string | null
  leadDays: number | null
  deliveredOn: string | null
}
